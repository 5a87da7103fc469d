/** The verdict on a run's looking ahead: a strategy that sees later candles makes figures that nobody can earn. */

import type { Job, ListedJob } from "@bourse/contract/backtest";

/**
 * `unknown` is a strategy of the operator's own that nobody has audited; undefined where there is nothing to tell: the
 * server's own strategies are audited by its tests, and what has not completed has no figures.
 */
export type Verdict = "clean" | "looks_ahead" | "unknown" | undefined;

export function verdictOf({ look_ahead: verdict, status, result }: ListedJob | Job): Verdict {
  if (verdict !== "not_run") return verdict;
  if (status !== "completed" || result === null) return undefined;
  const { configuration } = result as {
    readonly configuration?: { readonly strategy_files?: object };
  };
  return configuration?.strategy_files === undefined ? undefined : "unknown";
}

/** True where a gain may be one that nobody can earn: it is not shown in the colour of a gain. */
export function isDoubtful(verdict: Verdict): boolean {
  return verdict === "looks_ahead" || verdict === "unknown";
}
