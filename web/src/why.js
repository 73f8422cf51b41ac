// why.js: says in plain words what makes a maze hard, from the measures of its state graph.
import { number, t } from "./words.js";

const percent = (share) => number(share, { style: "percent", maximumSignificantDigits: 2, maximumFractionDigits: undefined });

// Sentences, from the answer to `analyse` on a maze that can be solved.
export function whyHard({ measures }) {
  const m = Object.fromEntries(measures.map(({ name, value }) => [name, value])), n = (name) => number(Math.round(m[name]));
  const says = [t("The shortest solution has {moves} {moves:move|moves}; at {choices} of its positions there is a choice.",
    { moves: m.length, choices: m.forward_decisions })];
  if (m.player_steps !== null)
    says.push(t("A simulated player, who often guesses, needs about {steps} moves, with all attempts.", { steps: n("player_steps") }));
  says.push(m.solutions === 1 ? t("Only one solution is the shortest.")
    : t("{solutions} solutions are shortest.", { solutions: n("solutions") }));
  says.push(m.dead ? t("{share} of all positions are traps: one can still move, but not win.", { share: percent(m.dead / m.states) })
    : t("There is no trap: from every position one can still win."));
  if (m.losing && m.win_chance !== null)
    says.push(t("Some moves lose at once: who guesses every move wins with a chance of {chance}.", { chance: percent(m.win_chance) }));
  if (m.hardest > m.length)
    says.push(t("One can go astray: up to {far} moves away from the goal, which is more than at the start.", { far: n("hardest") }));
  return says;
}
