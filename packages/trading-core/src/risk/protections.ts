/** Cool-down after losses: freqtrade's protections as its documents define them. They lock entries; exits go on. */

import {
  booleanOption,
  choiceOption,
  Decimal,
  integerOption,
  numberOption,
  optional,
  resolveOptions,
  type OptionRules,
} from "@bourse/kernel";

import type { OrderSide } from "../execution/port.ts";
import type { RiskRefusal } from "./risk-state.ts";

/** A trade that was closed. */
export interface ClosedTrade {
  /** Symbol in its canonical spelling. */
  readonly symbol: string;
  /** Side of the order that entered. */
  readonly side: OrderSide;
  /** Time of the exit, milliseconds UTC. */
  readonly closedAt: number;
  /** Profit as a fraction of what was put in, after fees. */
  readonly profitRatio: Decimal;
  /** True when a stop, a trailing stop or a liquidation ended the trade. */
  readonly isStopped: boolean;
}

/** A protection; times in minutes, ratios as decimals in text. */
export interface Protection {
  /** Kind of the protection. */
  readonly method: "StoplossGuard" | "MaxDrawdown" | "LowProfitPairs" | "CooldownPeriod";
  /** Minutes during which entries stay locked after the last counted trade. 1–525,600, default 60. */
  readonly stopDurationMinutes?: number;
  /** Minutes back from now in which closed trades count. 1–525,600, default 60. */
  readonly lookbackPeriodMinutes?: number;
  /** Number of trades from which on the protection judges. 1–10,000; default 10 for StoplossGuard, else 1. */
  readonly tradeLimit?: number;
  /** Profit ratio below which a trade, or the sum of a pair's trades, is a loss. −1 to 1, default 0. */
  readonly requiredProfit?: number;
  /** Greatest allowed fall of the running sum of profit ratios; 0–1, default 0. */
  readonly maxAllowedDrawdown?: number;
  /** True to count and lock each pair alone; StoplossGuard only. Default false. */
  readonly onlyPerPair?: boolean;
  /** True to count and lock each side alone; StoplossGuard and LowProfitPairs. Default false. */
  readonly onlyPerSide?: boolean;
}

/** A protection in force, with every default filled in. */
export type ProtectionInForce = Required<Protection>;

/** Checks a protection, and fills in its defaults. @throws KernelError OPTION_INVALID */
export function resolveProtection(given: Protection): ProtectionInForce {
  const found = resolveOptions<Resolved>("protection", given, RULES);
  const { tradeLimit = found.method === "StoplossGuard" ? 10 : 1 } = found;
  return Object.freeze({ ...found, tradeLimit });
}

interface Resolved extends Omit<ProtectionInForce, "tradeLimit"> {
  readonly tradeLimit: number | undefined;
}

const MINUTES = { min: 1, max: 525_600, default: 60 } as const;

const RULES: OptionRules<Resolved> = {
  method: choiceOption(["StoplossGuard", "MaxDrawdown", "LowProfitPairs", "CooldownPeriod"]),
  stopDurationMinutes: integerOption(MINUTES),
  lookbackPeriodMinutes: integerOption(MINUTES),
  tradeLimit: optional(integerOption({ min: 1, max: 10_000 })),
  requiredProfit: numberOption({ min: -1, max: 1, default: 0 }),
  maxAllowedDrawdown: numberOption({ min: 0, max: 1, default: 0 }),
  onlyPerPair: booleanOption({ default: false }),
  onlyPerSide: booleanOption({ default: false }),
};

/** The entry that is judged, and the moment. */
export interface ProtectedEntry {
  /** Symbol in its canonical spelling. */
  readonly symbol: string;
  /** Side of the order that enters. */
  readonly side: OrderSide;
  /** Time, milliseconds UTC. */
  readonly now: number;
  /** Length of the strategy's candles in milliseconds: a lock ends on the boundary after its time. */
  readonly candleMilliseconds: number;
}

/**
 * Judges an entry by one protection and the trades that were closed before; null allows it. A lock begins with the last
 * counted trade, holds for the stop duration, and ends at the next boundary of a candle after that.
 */
export function checkProtection(
  protection: ProtectionInForce,
  trades: readonly ClosedTrade[],
  entry: ProtectedEntry,
): RiskRefusal | null {
  // A lock that began with a trade holds beyond the time in which that trade counts for new ones: judge it as it stood.
  for (const last of trades) {
    if (last.closedAt > entry.now || lockEnd(protection, last, entry) <= entry.now) continue;
    const since = last.closedAt - protection.lookbackPeriodMinutes * 60_000;
    const counted = trades.filter(
      (trade) => trade.closedAt > since && trade.closedAt <= last.closedAt,
    );
    const found = JUDGES[protection.method](protection, counted, last, entry);
    if (found !== null) return refusalOf(protection, last, entry, found);
  }
  return null;
}

/** Judges the counted trades, the last of which was just closed; null allows. */
type Judge = (
  protection: ProtectionInForce,
  counted: readonly ClosedTrade[],
  last: ClosedTrade,
  entry: ProtectedEntry,
) => Found | null;

interface Found {
  readonly rule: RiskRefusal["rule"];
  readonly bound: string;
  readonly found: string;
  readonly what: string;
}

const JUDGES: Readonly<Record<Protection["method"], Judge>> = {
  StoplossGuard(protection, counted, _last, { symbol, side }) {
    const { requiredProfit, tradeLimit, onlyPerPair, onlyPerSide } = protection;
    const required = Decimal.fromNumber(requiredProfit);
    const stopped = counted.filter(
      (trade) =>
        trade.isStopped &&
        trade.profitRatio.sign !== 0 &&
        trade.profitRatio.compare(required) < 0 &&
        (!onlyPerPair || trade.symbol === symbol) &&
        (!onlyPerSide || trade.side === side),
    );
    if (stopped.length < tradeLimit) return null;
    const [rule, bound, found] = [
      "stoploss_guard",
      String(tradeLimit),
      String(stopped.length),
    ] as const;
    return { rule, bound, found, what: `${found} trades were stopped with a loss` };
  },
  MaxDrawdown({ tradeLimit, maxAllowedDrawdown }, counted) {
    if (counted.length < tradeLimit) return null;
    const fall = greatestFall(counted);
    const bound = Decimal.fromNumber(maxAllowedDrawdown);
    if (fall.compare(bound) <= 0) return null;
    const found = fall.toString();
    const what = `the sum of profit ratios fell by ${found} from its peak`;
    return { rule: "max_drawdown_guard", bound: bound.toString(), found, what };
  },
  LowProfitPairs({ tradeLimit, requiredProfit, onlyPerSide }, counted, _last, { symbol, side }) {
    const ofPair = counted.filter((trade) => trade.symbol === symbol);
    if (ofPair.length < tradeLimit) return null;
    const sum = ofPair
      .filter((trade) => !onlyPerSide || trade.side === side)
      .reduce((total, { profitRatio }) => total.plus(profitRatio), Decimal.zero);
    const bound = Decimal.fromNumber(requiredProfit);
    if (sum.compare(bound) >= 0) return null;
    const what = `the trades of ${symbol} made ${sum.toString()}`;
    return { rule: "low_profit_pairs", bound: bound.toString(), found: sum.toString(), what };
  },
  CooldownPeriod({ stopDurationMinutes }, _counted, last, { symbol, now }) {
    if (last.symbol !== symbol) return null;
    const minutes = String((now - last.closedAt) / 60_000);
    const what = `a trade of ${symbol} was closed ${minutes} minutes ago`;
    return { rule: "cooldown_period", bound: String(stopDurationMinutes), found: minutes, what };
  },
};

function greatestFall(trades: readonly ClosedTrade[]): Decimal {
  let [sum, peak, fall] = [Decimal.zero, Decimal.zero, Decimal.zero];
  for (const { profitRatio } of trades.toSorted((a, b) => a.closedAt - b.closedAt)) {
    sum = sum.plus(profitRatio);
    if (sum.compare(peak) > 0) peak = sum;
    if (peak.minus(sum).compare(fall) > 0) fall = peak.minus(sum);
  }
  return fall;
}

/** End of a trade's lock: its time and the stop duration, moved to the next boundary; a boundary moves on whole. */
function lockEnd(
  { stopDurationMinutes }: ProtectionInForce,
  { closedAt }: ClosedTrade,
  { candleMilliseconds }: ProtectedEntry,
): number {
  const end = closedAt + stopDurationMinutes * 60_000;
  return (Math.floor(end / candleMilliseconds) + 1) * candleMilliseconds;
}

function refusalOf(
  protection: ProtectionInForce,
  last: ClosedTrade,
  entry: ProtectedEntry,
  { rule, bound, found, what }: Found,
): RiskRefusal {
  const until = new Date(lockEnd(protection, last, entry)).toISOString();
  const reason = `No new position is opened until ${until}: ${what} in ${protection.lookbackPeriodMinutes} minutes.`;
  return { rule, bound, found, reason };
}
