/** The market: candles and funding rates that are functions of time alone, so that a test knows them without asking. */

/** A candle, with the numbers as an exchange writes them. */
export interface Candle {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly turnover: string;
}

const MINUTE = 60_000;
const FUNDING_MILLISECONDS = 8 * 60 * MINUTE;

/** The markets, with the share of BTCUSDT's price that each trades at. */
export const MARKETS = { BTCUSDT: 1, ETHUSDT: 0.05, OLDUSDT: 0.001 } as const;

export type Market = keyof typeof MARKETS;

export function isMarket(symbol: string): symbol is Market {
  return Object.hasOwn(MARKETS, symbol);
}

/** The time of the first trade of every market, milliseconds UTC. */
export const LISTED_AT = Date.UTC(2020, 0, 1);

/** The time after which a market that was delisted has no trade, milliseconds UTC. */
const DELISTED_AT: Partial<Record<Market, number>> = { OLDUSDT: Date.UTC(2024, 2, 1) };

/** A time without a trade, such as of maintenance, milliseconds UTC: candles that open from `from` to before `to`. */
export interface Hole {
  readonly from: number;
  readonly to: number;
}

export function isHole(time: number, holes: readonly Hole[]): boolean {
  return holes.some(({ from, to }) => time >= from && time < to);
}

/** The candle of `step` milliseconds that opens at `time`. */
export function candleAt(symbol: Market, step: number, time: number): Candle {
  const open = priceAt(symbol, time);
  const close = priceAt(symbol, time + step);
  const volume = 1 + ((time / MINUTE) % 17);
  return {
    time,
    open: open.toFixed(2),
    high: (Math.max(open, close) * 1.001).toFixed(2),
    low: (Math.min(open, close) * 0.999).toFixed(2),
    close: close.toFixed(2),
    volume: volume.toFixed(3),
    turnover: (volume * open).toFixed(5),
  };
}

/** The newest candles, at most `limit`, that open in `[start, end]`; oldest first, the open one included. */
export function candlesBefore(
  symbol: Market,
  step: number,
  range: { readonly start: number; readonly end: number; readonly limit: number },
  now: number,
  holes: readonly Hole[] = [],
): Candle[] {
  const last =
    Math.floor(Math.min(range.end, now, (DELISTED_AT[symbol] ?? Infinity) - 1) / step) * step;
  const first = Math.max(
    Math.ceil(Math.max(range.start, LISTED_AT) / step) * step,
    last - (range.limit - 1) * step,
  );
  return times(first, last, step)
    .filter((time) => !isHole(time, holes))
    .map((time) => candleAt(symbol, step, time));
}

/** The payments in `[start, end]`, oldest first: every eight hours. */
export function fundingBetween(start: number, end: number): { time: number; rate: string }[] {
  const first = Math.ceil(Math.max(start, LISTED_AT) / FUNDING_MILLISECONDS) * FUNDING_MILLISECONDS;
  return times(first, end, FUNDING_MILLISECONDS).map((time) => ({
    time,
    rate: ((((time / FUNDING_MILLISECONDS) * 37) % 21) / 100_000 - 0.0001).toFixed(8),
  }));
}

function times(first: number, last: number, step: number): number[] {
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  return Array.from({ length: count }, (_, place) => first + place * step);
}

/** A slow wave, a fast one and a very slow one. */
function priceAt(symbol: Market, time: number): number {
  const minute = time / MINUTE;
  return (
    MARKETS[symbol] *
    (30_000 + wave(minute, 4320, 1500) + wave(minute, 97, 120) + wave(minute, 525_600, 9000))
  );
}

/** A triangle from 0 up to `height` and back. */
function wave(minute: number, period: number, height: number): number {
  return height * (1 - Math.abs(((minute % period) / period) * 2 - 1));
}
