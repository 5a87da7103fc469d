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

/** The markets, with the share of BTCUSDT's price that each trades at; SOLUSDT walks around a price of its own. */
export const MARKETS = { BTCUSDT: 1, ETHUSDT: 0.05, OLDUSDT: 0.001, SOLUSDT: 0.005 } as const;

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

/** A slow wave, a fast one and a very slow one; a walk for SOLUSDT. */
function priceAt(symbol: Market, time: number): number {
  const minute = time / MINUTE;
  if (symbol === "SOLUSDT") return 150 * (1 + walk(minute));
  return (
    MARKETS[symbol] *
    (30_000 + wave(minute, 4320, 1500) + wave(minute, 97, 120) + wave(minute, 525_600, 9000))
  );
}

/** A triangle from 0 up to `height` and back. */
function wave(minute: number, period: number, height: number): number {
  return height * (1 - Math.abs(((minute % period) / period) * 2 - 1));
}

/** Number of turns of the walk, each half as fast as the one before. */
const TURNS = 13;

/** A walk by chance as a function of the minute, between -0.3 and 0.3: some thousandths in a minute. */
function walk(minute: number): number {
  let sum = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    const place = minute / 2 ** turn;
    const first = Math.floor(place);
    const [one, other] = [chanceAt(turn, first), chanceAt(turn, first + 1)];
    sum += 0.0025 * Math.sqrt(2 ** turn) * (one + (other - one) * (place - first));
  }
  return sum;
}

/** A number between -0.5 and 0.5 that follows from two whole numbers. */
function chanceAt(turn: number, place: number): number {
  let mixed = Math.imul(place ^ (turn << 27), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296 - 0.5;
}
