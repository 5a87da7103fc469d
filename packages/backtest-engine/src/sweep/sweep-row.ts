import type { Metrics } from "../metrics/metrics.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { OptionSet } from "./option-ranges.ts";

/** Metrics of one combination. */
export interface SweepRow extends Metrics {
  /** Parameters in force, defaults included. */
  readonly parameters: Parameters;
  /** Options of this combination that `optionRanges` varies. Absent when it varies none. */
  readonly options?: OptionSet;
  /**
   * Leading fraction of the candles after which the trial was stopped; its metrics are those of that part, and it is
   * never the best. Absent when it ran to the end.
   */
  readonly stoppedAt?: number;
}
