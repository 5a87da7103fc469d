/** Parts that the look-ahead audits of strategies and traders share: the shortened series and the result. */

import { integerOption, type OptionRules } from "@bourse/kernel";

import { resolveEngineOptions } from "../resolve-engine-options.ts";

/** A decision that changed when later candles were removed. */
export interface LookAheadFault {
  /** Number of candles that the strategy or trader received. */
  readonly candles: number;
  /** Index of the candle whose decision changed. */
  readonly index: number;
  /** Open time of that candle, milliseconds UTC. */
  readonly time: number;
  /**
   * Kind of the decision: a candle's signal, the warm-up, a distance of target or stop, a signal's own
   * size, stop or target, or a trader's orders.
   */
  readonly decision:
    | "signal"
    | "warmUp"
    | "takeProfit"
    | "stopLoss"
    | "sizes"
    | "stopLosses"
    | "takeProfits"
    | "orders";
  /**
   * Decision with all candles: bits of `Signal`, a number of candles, a fraction (null for none), or the orders that
   * were submitted and cancelled as JSON.
   */
  readonly withFuture: number | string | null;
  /** The same decision without the later candles. */
  readonly withoutFuture: number | string | null;
}

/** Result of a look-ahead audit. */
export interface LookAheadAudit {
  /** True if no decision changed. */
  readonly isClean: boolean;
  /** Number of shortened series that were tried. */
  readonly runs: number;
  /** First changed decision of each series, at most 20. */
  readonly faults: readonly LookAheadFault[];
}

/** Options of a look-ahead audit. */
export interface LookAheadAuditOptions {
  /** Number of shortened series that are tried; each costs one run. 1–10,000, default 32. */
  readonly runs?: number;
}

/** Number of shortened series of an audit that does not name one. */
const RUNS = 32;

const LISTED_FAULTS = 20;
/** One of so many cuts falls into the warm-up. */
const WARM_UP_CUTS = 4;

/**
 * Compares the decisions on each shortened series with those on the whole one.
 *
 * The cuts are spread evenly, a quarter of them over the warm-up; the last three lengths are always among them, and
 * the whole series, which must repeat itself, comes last.
 *
 * @throws EngineError OPTIONS_INVALID when `runs` is out of bounds
 */
export function auditCuts(
  length: number,
  warmUp: number,
  options: LookAheadAuditOptions,
  faultOf: (cut: number) => LookAheadFault | undefined,
): LookAheadAudit {
  const { runs } = lookAheadInForce(options);
  const cuts = cutsOf(Math.min(warmUp, length), length, runs);
  const faults: LookAheadFault[] = [];
  for (const cut of cuts) {
    const fault = faultOf(cut);
    if (fault !== undefined && faults.length < LISTED_FAULTS) faults.push(fault);
  }
  return { isClean: faults.length === 0, runs: cuts.length, faults };
}

/** The options in force. @throws EngineError OPTIONS_INVALID when `runs` is out of bounds */
export function lookAheadInForce(
  options: LookAheadAuditOptions = {},
): Required<LookAheadAuditOptions> {
  return resolveEngineOptions("A look-ahead audit", options, RULES);
}

const RULES: OptionRules<Required<LookAheadAuditOptions>> = {
  runs: integerOption({ min: 1, max: 10_000, default: RUNS }),
};

function cutsOf(warmUp: number, length: number, runs: number): readonly number[] {
  const cuts = new Set<number>();
  for (let back = 0; back < Math.min(3, runs); back++) cuts.add(length - back);
  const left = runs - cuts.size;
  const early = warmUp > 1 ? Math.floor(left / WARM_UP_CUTS) : 0;
  spread(cuts, 0, warmUp, early);
  spread(cuts, warmUp, length, left - early);
  return [...cuts].filter((cut) => cut > 0).toSorted((a, b) => a - b);
}

/** Adds `count` lengths between `from` and `to`. */
function spread(cuts: Set<number>, from: number, to: number, count: number): void {
  for (let i = 1; i <= count; i++) cuts.add(from + Math.round(((to - from) * i) / (count + 1)));
}
