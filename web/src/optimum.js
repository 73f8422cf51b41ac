// optimum.js: how good a solution is: proven, as short as the optimum, or longer than it. Where moves differ in cost,
// costs are compared.
import { core } from "./core.js";
import { number, t } from "./words.js";

const PATIENCE = 20000; // ms

// The least cost of any solution of a maze, or null: not known.
export class Optimum {
  of(maze) {
    if (this.maze !== maze.id) {
      this.stop();
      this.maze = maze.id;
      const job = this.job = core.job({ ask: "solve", maze: maze.id }), late = setTimeout(() => job.stop(), PATIENCE);
      this.known = job.done.then((r) => r.outcome === "solved" && r.optimal ? { cost: r.cost, counts: r.algorithm === "ucs" } : null, () => null)
        .finally(() => clearTimeout(late));
    }
    return this.known;
  }

  stop() {
    this.job?.stop();
    this.job = this.maze = null;
  }
}

// Against the optimum, in a word or two; null: nothing is known.
export function against(result, least) {
  if (result.optimal) return t("proven optimal");
  if (result.outcome !== "solved" || !least) return null;
  const n = number(result.cost - least.cost);
  if (result.cost === least.cost) return least.counts ? t("as cheap as the optimum") : t("as short as the optimum");
  return least.counts ? t("costs {n} more than the optimum", { n }) : t("longer by {n} than the optimum", { n });
}

// The same with the solution itself.
export function solved(result, least) {
  const n = result.moves, more = least && number(result.cost - least.cost), values = { n, more, cost: number(result.cost) };
  if (!least?.counts) {
    if (result.optimal) return t("{n} {n:move|moves}, proven optimal", values);
    if (!least) return t("{n} {n:move|moves}", values);
    return result.cost === least.cost ? t("{n} {n:move|moves}, as short as the optimum", values)
      : t("{n} {n:move|moves}, longer by {more} than the optimum", values);
  }
  if (result.optimal) return t("{n} {n:move|moves}, cost {cost}, proven optimal", values);
  return result.cost === least.cost ? t("{n} {n:move|moves}, cost {cost}, as cheap as the optimum", values)
    : t("{n} {n:move|moves}, cost {cost}, {more} more than the optimum", values);
}
