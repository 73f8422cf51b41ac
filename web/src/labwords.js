// labwords.js: what an audit found, in sentences.
import { number } from "./dom.js";
import { fromCore, t } from "./words.js";

const two = (x) => number(Math.abs(x), { maximumFractionDigits: 2 });

function admissible({ admissible: is, states, overestimated: over, worst }) {
  if (is) return t("Admissible: it never estimates too high, in {n} {n:state|states} from which there is a way to win.", { n: states });
  return worst === null ? t("Not admissible: it estimates too high in {over} of {n} {n:state|states}, and calls some of them hopeless.", { over, n: states })
    : t("Not admissible: it estimates too high in {over} of {n} {n:state|states}, by at most {worst}.", { over, n: states, worst });
}

const consistent = ({ consistent: is, inconsistent: n }) => is ? t("Consistent: along no move does it fall by more than the move costs.")
  : t("Not consistent: along {n} {n:move|moves} it falls by more than the move costs.", { n });

function error({ exact, mean_error: mean, largest_gap: gap, exact_states: right, states }) {
  if (exact) return t("It is the exact distance in every state.");
  const values = { mean: two(mean ?? 0), gap, percent: number(states ? 100 * right / states : 100, { maximumFractionDigits: 0 }) };
  return mean < 0 ? t("On average {mean} too high, at most {gap} too low, exact in {percent} % of the states.", values)
    : t("On average {mean} too low, at most {gap} too low, exact in {percent} % of the states.", values);
}

// The sentences, each with whether it is good news, bad news or neither.
export const verdict = (audit) => [[admissible(audit), audit.admissible ? "good" : "bad"],
  [consistent(audit), audit.consistent ? "good" : "bad"], [error(audit), ""]];

export const shown = (h) => h === null ? t("hopeless") : number(h);

// A counterexample that no moves lead to.
export const beyond = ({ state, estimate, exact }) =>
  t("The start cannot reach the counterexample nearest to a win: {state}; estimate {estimate}, exact distance {exact}.",
    { state: fromCore(state), estimate: shown(estimate), exact });

export const fall = ({ state, estimate, action, cost, to, to_estimate: after }) =>
  t("{state}: estimate {estimate}; move {action} costs {cost} and leads to {to}: estimate {after}",
    { state: fromCore(state), estimate: shown(estimate), action, cost, to: fromCore(to), after });
