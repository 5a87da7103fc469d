/** Rules of freqtrade's backtesting inside a candle, written anew from its documentation. */

import type { Candles } from "../../src/candles/candles.ts";

/** Distances and profits as fractions of the entry price, as freqtrade names them. */
export interface FreqtradeRules {
  readonly side: "long" | "short";
  readonly fee: number;
  readonly stoploss: number;
  /** Profit that is enough, by the minutes after which it is, rising. */
  readonly minimalRoi: readonly (readonly [minutes: number, profit: number])[];
  readonly trailing?: {
    readonly positive?: number;
    readonly positiveOffset: number;
    readonly onlyOffsetIsReached: boolean;
  };
}

/** [entry index, exit index, exit price, reason] */
export type FreqtradeTrade = readonly [number, number, number, string];

interface Trade {
  readonly index: number;
  readonly rate: number;
  stop: number;
  /** The distance that the stop in force was set by. */
  distance: number;
  isTrailing: boolean;
}

/** Entries and exits are signals of the candle before the one at whose open they fill. */
export function playFreqtrade(
  candles: Candles,
  entries: readonly boolean[],
  exits: readonly boolean[],
  rules: FreqtradeRules,
): FreqtradeTrade[] {
  const { open, time, length } = candles;
  const isShort = rules.side === "short";
  const trades: FreqtradeTrade[] = [];
  let trade: Trade | undefined;
  for (let i = 1; i < length; i++) {
    const isContradiction = entries[i - 1] && exits[i - 1];
    if (trade === undefined) {
      if (!entries[i - 1] || isContradiction) continue;
      const { stoploss: distance } = rules;
      const stop = open[i]! * (isShort ? 1 + distance : 1 - distance);
      trade = { index: i, rate: open[i]!, stop, distance, isTrailing: false };
    } else if (exits[i - 1] && !isContradiction) {
      trades.push([trade.index, i, open[i]!, "signal"]);
      trade = undefined;
      continue;
    }
    const found = exitInside(candles, i, trade, rules);
    if (found !== undefined) {
      trades.push([trade.index, i, ...found]);
      trade = undefined;
    }
  }
  if (trade !== undefined) trades.push([trade.index, length - 1, open[length - 1]!, "end"]);
  return trades;

  function exitInside(
    { high, low }: Candles,
    i: number,
    now: Trade,
    { fee, minimalRoi }: FreqtradeRules,
  ): readonly [number, string] | undefined {
    const best = isShort ? low[i]! : high[i]!;
    const profit = profitAt(best, now.rate, fee, isShort);
    const isUntouched = isShort ? now.stop > high[i]! : now.stop < low[i]!;
    if (isUntouched) trail(now, best, profit, rules);
    const isStopped = isShort ? now.stop <= high[i]! : now.stop >= low[i]!;
    if (isStopped && !now.isTrailing) return [stopRate(candles, i, now, rules), "stop_loss"];
    const minutes = Math.floor((time[i]! - time[now.index]!) / 60_000);
    const step = minimalRoi.findLast(([after]) => after <= minutes);
    if (step !== undefined && profit > step[1]) {
      return [roiRate(candles, i, now, step, minutes, rules), "roi"];
    }
    return isStopped ? [stopRate(candles, i, now, rules), "trailing_stop"] : undefined;
  }
}

/** After the fees of both sides, to eight digits. */
function profitAt(rate: number, entry: number, fee: number, isShort: boolean): number {
  const ratio = isShort
    ? 1 - (rate * (1 + fee)) / (entry * (1 - fee))
    : (rate * (1 - fee)) / (entry * (1 + fee)) - 1;
  return Number(ratio.toFixed(8));
}

/** Moves the stop behind the best price of the candle, never back. */
function trail(trade: Trade, best: number, profit: number, rules: FreqtradeRules): void {
  const { trailing, side, stoploss } = rules;
  if (trailing === undefined) return;
  const { positive = stoploss, positiveOffset, onlyOffsetIsReached } = trailing;
  if (onlyOffsetIsReached && profit < positiveOffset) return;
  const distance = profit > positiveOffset ? positive : stoploss;
  const stop = best + (side === "short" ? best : -best) * distance;
  const isCloser = side === "short" ? stop < trade.stop : stop > trade.stop;
  if (!isCloser) return;
  trade.stop = stop;
  trade.distance = distance;
  trade.isTrailing = true;
}

/** Exit at the stop; at the open when the whole candle lies beyond it; pessimistic on the candle of the entry. */
function stopRate(
  { open, high, low }: Candles,
  i: number,
  trade: Trade,
  { side, trailing }: FreqtradeRules,
): number {
  const isShort = side === "short";
  if (isShort ? trade.stop < low[i]! : trade.stop > high[i]!) return open[i]!;
  if (!trade.isTrailing || trade.index !== i) return trade.stop;
  const risen = trailing?.onlyOffsetIsReached === true ? trailing.positiveOffset : 0;
  const way = isShort ? trade.distance - risen : risen - trade.distance;
  const rate = open[i]! * (1 + way);
  return isShort ? Math.min(high[i]!, rate) : Math.max(low[i]!, rate);
}

/**
 * Exit at the requested profit, as far as the candle went; at the open when the step begins there and is passed
 * already.
 */
function roiRate(
  { open, high, low, time }: Candles,
  i: number,
  trade: Trade,
  [after, profit]: readonly [number, number],
  minutes: number,
  { side, fee }: FreqtradeRules,
): number {
  const isOnOpen = (after * 60_000) % shortestStep(time) === 0 && minutes > 0;
  if (profit === -1 && isOnOpen) return open[i]!;
  const rate =
    side === "short"
      ? (trade.rate * (1 - fee - profit)) / (1 + fee)
      : (trade.rate * (1 + fee + profit)) / (1 - fee);
  const isPassed = side === "short" ? open[i]! < rate : open[i]! > rate;
  if (isOnOpen && minutes === after && isPassed) return open[i]!;
  return Math.min(Math.max(rate, low[i]!), high[i]!);
}

/** Interval of the candles, even where the first one is followed by a gap. */
function shortestStep(time: Candles["time"]): number {
  return Array.from(time.subarray(1), (at, i) => at - time[i]!).reduce((a, b) => Math.min(a, b));
}
