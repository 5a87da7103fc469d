// Indices of drawdowns stay within the days, so `!` only satisfies the type checker.

/** The tear sheet of a job: its figures and its deepest drawdowns as plain JSON. */

import {
  tearSheet,
  type TearSheetFigures,
  type TearSheetOptions,
  type TearSheetRun,
} from "@bourse/backtest-engine/tear-sheet";
import { objectOf } from "@bourse/kernel";
/** A drawdown of the account by day. */
export type JobDrawdown = {
  /** First day below the peak, milliseconds UTC. */
  readonly startTime: number;
  /** Day on which the account was worth least, milliseconds UTC. */
  readonly valleyTime: number;
  /** Day on which the peak was reached again, milliseconds UTC; null when it was not. */
  readonly recoveredTime: number | null;
  /** Largest drawdown, a positive fraction of the peak. */
  readonly depth: number;
  /** Number of days below the peak. */
  readonly days: number;
};

/** The tear sheet of a run as a job stores it. */
export type JobTearSheet = {
  /** Figures of the daily returns; null where one is not defined. */
  readonly figures: { readonly [Name in keyof TearSheetFigures]: number | null };
  /** Deepest drawdowns, the deepest first; at most {@link maxJobDrawdowns}. */
  readonly drawdowns: readonly JobDrawdown[];
};

/** Maximum number of drawdowns in the tear sheet of a job. */
export const maxJobDrawdowns = 10;

/**
 * Computes the tear sheet of a run, as `tearSheet` does. Null for `benchmark`: its figures are null.
 *
 * @throws EngineError as `tearSheet`
 */
export function jobTearSheet(
  run: TearSheetRun,
  benchmark: NonNullable<TearSheetOptions["benchmark"]> | null,
): JobTearSheet {
  if (benchmark !== null) objectOf({})("benchmark", benchmark);
  const { figures, time, drawdowns } = tearSheet(run, benchmark === null ? {} : { benchmark });
  const deepest = drawdowns.toSorted((a, b) => b.depth - a.depth).slice(0, maxJobDrawdowns);
  return {
    figures,
    drawdowns: deepest.map(({ startIndex, valleyIndex, endIndex, isRecovered, depth }) => ({
      startTime: time[startIndex]!,
      valleyTime: time[valleyIndex]!,
      recoveredTime: isRecovered ? time[endIndex + 1]! : null,
      depth,
      days: endIndex - startIndex + 1,
    })),
  };
}
