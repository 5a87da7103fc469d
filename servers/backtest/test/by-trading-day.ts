// Rows and days are within their lists, so `!` only satisfies the type checker.

/**
 * An account that follows crossings of two means, and its figures, computed day after day: none of the engine's code.
 */

/** One candle: open time in milliseconds UTC, open, high, low, close. */
export type Row = readonly [time: number, open: number, high: number, low: number, close: number];

export interface Market {
  readonly zone: string;
  /** Hours from the midnight of the market to the start of its trading day, below 0 for the evening before. */
  readonly startsAt: number;
  /** Trading days in a year. */
  readonly daysPerYear: number;
  /** Candles of a full trading day. */
  readonly candlesOfDay: number;
  /** True where every position leaves at the last close of the day. */
  readonly isFlat: boolean;
}

interface Closed {
  readonly entered: number;
  readonly left: number;
  readonly pnl: number;
  readonly paid: number;
}

const MINUTE = 60_000;
const HOUR = 3_600_000;
const FEE = 0.001;
const CASH = 10_000;

/** Rows of each trading day, by the date that a wall clock at the market shows. */
function daysOf(rows: readonly Row[], { zone, startsAt }: Market): readonly (readonly number[])[] {
  const clock = new Intl.DateTimeFormat("sv", { timeZone: zone });
  const days = new Map<string, number[]>();
  for (const [i, [time]] of rows.entries()) {
    const date = clock.format(time - startsAt * HOUR);
    days.set(date, [...(days.get(date) ?? []), i]);
  }
  return [...days.values()];
}

/** 1 where the mean of four closes rises above that of nine, -1 where it falls below it, at each close. */
function crossingsOf(rows: readonly Row[]): readonly number[] {
  const mean = (end: number, count: number): number => {
    let sum = 0;
    for (let k = end - count + 1; k <= end; k++) sum += rows[k]![4];
    return sum / count;
  };
  const sides = rows.map((_, i) => (i < 8 ? 0 : Math.sign(mean(i, 4) - mean(i, 9))));
  return sides.map((side, i) => (side === -(sides[i - 1] ?? 0) ? side : 0));
}

/** The figures of the account under their names on the wire. */
export function figuresByTradingDay(rows: readonly Row[], market: Market) {
  const days = daysOf(rows, market);
  const crossings = crossingsOf(rows);
  const closed: Closed[] = [];
  const equity: number[] = [];
  const isHeld: boolean[] = [];
  let cash = CASH;
  let fees = 0;
  let held: { quantity: number; price: number; at: number; paid: number } | null = null;
  const leave = (at: number, price: number): void => {
    const { quantity, price: entry, at: entered, paid } = held!;
    const fee = quantity * price * FEE;
    cash += quantity * (price - entry) - fee;
    fees += fee;
    closed.push({
      entered,
      left: at,
      pnl: quantity * (price - entry) - fee - paid,
      paid: quantity * entry,
    });
    held = null;
  };
  for (const day of days) {
    for (const i of day) {
      const [, open, , , close] = rows[i]!;
      const said = i < 10 ? 0 : crossings[i - 1]!; // none before the slow mean had nine closes
      if (held !== null && said < 0) leave(i, open);
      else if (held === null && said > 0) {
        const quantity = cash / (open * (1 + FEE));
        held = { quantity, price: open, at: i, paid: quantity * open * FEE };
        cash -= held.paid;
        fees += held.paid;
      }
      isHeld[i] = held !== null || closed.at(-1)?.left === i;
      if (held !== null && (market.isFlat ? i === day.at(-1) : i === rows.length - 1)) {
        leave(i, close);
      }
      const kept = held as { quantity: number; price: number } | null;
      equity.push(kept === null ? cash : cash + kept.quantity * (close - kept.price));
    }
  }
  return statistics(rows, market, { closed, equity, isHeld, fees });
}

/** Longest time from a peak until it was reached again, or to the last candle, in milliseconds. */
function longestBelow(rows: readonly Row[], equity: readonly number[]): number {
  const peaks = equity.map((_, i) => Math.max(CASH, ...equity.slice(0, i + 1)));
  const reached = [0, ...equity.flatMap((value, i) => (value >= peaks[i]! ? [i] : []))];
  const last = equity.length - 1;
  return Math.max(
    ...reached.map((at, k) => {
      const next = reached[k + 1] ?? last;
      return next - at > 1 || next > reached.at(-1)! ? rows[next]![0] - rows[at]![0] : 0;
    }),
  );
}

function statistics(
  rows: readonly Row[],
  { daysPerYear, candlesOfDay }: Market,
  run: {
    readonly closed: readonly Closed[];
    readonly equity: readonly number[];
    readonly isHeld: readonly boolean[];
    readonly fees: number;
  },
) {
  const { closed, equity, isHeld, fees } = run;
  const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
  const mean = (list: readonly number[]): number => sum(list) / list.length;
  const deviation = (list: readonly number[]): number =>
    Math.sqrt(sum(list.map((one) => (one - mean(list)) ** 2)) / (list.length - 1));
  const barsPerYear = daysPerYear * candlesOfDay;
  const returns = equity.map((value, i) => value / (equity[i - 1] ?? CASH) - 1);
  const average = mean(returns);
  const spread = Math.sqrt(sum(returns.map((one) => (one - average) ** 2)) / (returns.length - 1));
  const below = Math.sqrt(mean(returns.map((one) => Math.min(one, 0) ** 2)));
  const final = equity.at(-1)!;
  const growth = (final / CASH) ** (barsPerYear / rows.length) - 1;
  let peak = CASH;
  let deepest = 0;
  for (const value of equity) {
    peak = Math.max(peak, value);
    deepest = Math.max(deepest, 1 - value / peak);
  }
  const profits = closed.map(({ pnl }) => pnl);
  const shares = closed.map(({ pnl, paid }) => pnl / paid);
  const won = profits.filter((pnl) => pnl > 0);
  const lost = profits.filter((pnl) => pnl < 0);
  return {
    trading_days: daysPerYear,
    bars_per_year: barsPerYear,
    candles: rows.length,
    total_trades: closed.length,
    wins: won.length,
    losses: lost.length,
    win_rate: won.length / closed.length,
    final_capital: final,
    total_return: final / CASH - 1,
    buy_hold_return: rows.at(-1)![4] / rows[0]![4] - 1,
    annual_return: growth,
    annual_volatility: spread * Math.sqrt(barsPerYear),
    sharpe: (average / spread) * Math.sqrt(barsPerYear),
    sortino: (average / below) * Math.sqrt(barsPerYear),
    calmar: growth / deepest,
    max_drawdown: deepest,
    max_drawdown_duration_minutes: longestBelow(rows, equity) / MINUTE,
    avg_return: mean(shares),
    best_trade: Math.max(...shares),
    worst_trade: Math.min(...shares),
    avg_duration_minutes:
      mean(closed.map(({ entered, left }) => rows[left]![0] - rows[entered]![0])) / 60_000,
    profit_factor: sum(won) / -sum(lost),
    expectancy: mean(profits),
    sqn: (Math.sqrt(profits.length) * mean(profits)) / deviation(profits),
    exposure: isHeld.filter(Boolean).length / rows.length,
    fees_paid: fees,
  };
}
