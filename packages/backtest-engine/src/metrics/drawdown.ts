// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import {
  oneOf,
  onlyIf,
  requireArguments,
  requireColumns,
  requireNumbers,
} from "../require-arguments.ts";

/**
 * Drawdown of each value below the highest value before it, as a fraction of that peak: 0 at a peak, 1 when
 * everything is lost.
 *
 * `start` is a peak before the first value, default 0. O(n).
 */
export function drawdownOf(equity: Float64Array, start = 0): Float64Array {
  requireColumns({ equity });
  requireNumbers({ start });
  const depths = new Float64Array(equity.length);
  let peak = start;
  for (let i = 0; i < equity.length; i++) {
    const value = equity[i]!;
    if (value > peak) peak = value;
    depths[i] = peak > 0 ? (peak - value) / peak : 0;
  }
  return depths;
}

/** Highest value up to and including each of the rising `rows`; `start` is a peak before the first. O(n). */
export function peaksAt(rows: Uint32Array, equity: Float64Array, start: number): Float64Array {
  requireArguments("peaksAt", { rows }, ROWS);
  requireColumns({ equity });
  requireNumbers({ start });
  const peaks = new Float64Array(rows.length);
  let peak = start;
  let i = 0;
  for (let k = 0; k < rows.length; k++) {
    for (const row = rows[k]!; i <= row; i++) if (equity[i]! > peak) peak = equity[i]!;
    peaks[k] = peak;
  }
  return peaks;
}

const ROWS = {
  rows: onlyIf("a Uint32Array", (value) => value instanceof Uint32Array),
};

/** The drawdowns of {@link drawdownOf}, from the peaks so far. */
export function drawdownsBelow(peaks: Float64Array, equity: Float64Array): Float64Array {
  requireColumns({ peaks, equity });
  return peaks.map((peak, i) => (peak > 0 ? (peak - equity[i]!) / peak : 0));
}

/** Largest drawdown of compounded returns, 0–1; NaN is a period without a return. */
export function maxDrawdown(returns: Float64Array): number {
  requireColumns({ returns });
  let value = 1;
  let peak = 1;
  let deepest = 0;
  for (let i = 0; i < returns.length; i++) {
    const change = returns[i]!;
    if (change !== change) continue; // only NaN differs from itself
    value *= 1 + change;
    if (value > peak) peak = value;
    const depth = (peak - value) / peak;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** A drawdown of the balance after each trade. */
export interface TradeDrawdown {
  /** Index of the trade after which the balance first reached the peak; -1 when the peak is the starting balance. */
  readonly highIndex: number;
  /** Index of the trade after which the balance was lowest. */
  readonly lowIndex: number;
  /** Peak − low in the quote currency. */
  readonly amount: number;
  /** Drawdown as a fraction of the peak balance. */
  readonly fraction: number;
}

/**
 * Largest drawdown of the balance after each trade, by `amount` (default) or by `fraction`; null without one.
 *
 * @param profits profits of closed trades in the order of their exits, in the quote currency
 */
export function tradeDrawdown(
  profits: Float64Array,
  startingBalance: number,
  by: "amount" | "fraction" = "amount",
): TradeDrawdown | null {
  requireColumns({ profits });
  requireNumbers({ startingBalance });
  requireArguments("tradeDrawdown", { by }, BY);
  let balance = startingBalance;
  let peak = startingBalance;
  let peakIndex = -1;
  let found: TradeDrawdown | null = null;
  for (let i = 0; i < profits.length; i++) {
    balance += profits[i]!;
    if (balance > peak || (balance === peak && peakIndex < 0)) {
      peak = balance;
      peakIndex = i;
    }
    const amount = peak - balance;
    const fraction = peak > 0 ? amount / peak : 0;
    const size = by === "amount" ? amount : fraction;
    if (size > (found === null ? 0 : found[by])) {
      found = { highIndex: peakIndex, lowIndex: i, amount, fraction };
    }
  }
  return found;
}

const BY = { by: oneOf(["amount", "fraction"]) };
