/** The candles behind the reference figures: made anew from their seeds and formulas, and compared by hash. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { type Candles, createCandles } from "@bourse/backtest-engine";
import { addIntervals, intervalOpen, type Interval } from "@bourse/backtest-engine/data";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";

import { drawCandles } from "../../../trading-core/src/market-data/simulated/draw-candles.ts";
import { noiseKey } from "../../../trading-core/src/market-data/simulated/noise.ts";
import { createPricePath } from "../../../trading-core/src/market-data/simulated/price-path.ts";

const DAY = 86_400_000;

interface SimulatedSeries {
  readonly name: string;
  readonly seed: number;
  readonly symbol: string;
  readonly interval: Interval;
  readonly endTime: number;
  readonly limit: number;
  /** Drawn around a base of its own: the provider prices this pair by its two assets. */
  readonly isOwnWalk?: boolean;
  readonly decimals: number;
  readonly sha256: string;
}

/** Rows of [open, high, low, close] in hundredths that one pattern of candles consists of. */
type Template = readonly (readonly [number, number, number, number])[];

interface Origins {
  readonly series: readonly SimulatedSeries[];
  readonly derived: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly seed?: number;
    readonly templates?: readonly Template[];
  }[];
}

/** The reference figures in `file`, parsed. */
export function readTruth<T>(file: URL): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

const origins = readTruth<Origins>(new URL("candles.json", import.meta.url));
const made = new Map<string, Promise<Candles>>();

/** The names of all series. */
export const SERIES: readonly string[] = [...origins.series, ...origins.derived].map(
  ({ name }) => name,
);

/** The candles of a series, made once. Rejects when they are not those that the figures were computed on. */
export function truthCandles(name: string): Promise<Candles> {
  const candles = made.get(name) ?? makeChecked(name);
  made.set(name, candles);
  return candles;
}

/** The sha256 over time, open, high, low, close and volume one after the other, little-endian float64. */
export function hashOf({ time, open, high, low, close, volume }: Candles): string {
  const hash = createHash("sha256");
  for (const column of [time, open, high, low, close, volume]) {
    const bytes = new DataView(new ArrayBuffer(8 * column.length));
    for (const [i, value] of column.entries()) bytes.setFloat64(8 * i, value, true);
    hash.update(bytes);
  }
  return hash.digest("hex");
}

async function makeChecked(name: string): Promise<Candles> {
  const candles = await make(name);
  const expected = [...origins.series, ...origins.derived].find((one) => one.name === name)?.sha256;
  const found = hashOf(candles);
  if (found === expected) return candles;
  throw new Error(
    `The candles of series "${name}" have the hash ${found}, expected ${expected}: the simulated provider has changed, so the reference figures no longer apply.`,
  );
}

async function make(name: string): Promise<Candles> {
  if (name === "gap") return makeGap(await truthCandles("d1"));
  if (name === "stress") return makeStress();
  if (name === "patterns") return makePatterns();
  const series = origins.series.find((one) => one.name === name);
  if (series === undefined) throw new Error(`There is no series named "${name}".`);
  if (series.isOwnWalk === true) return drawOwnWalk(series);
  const { seed, symbol, interval, endTime, limit } = series;
  const provider = createSimulatedProvider({ seed });
  return (await provider.candles({ symbol, interval, endTime, limit })).candles;
}

/** One walk around 0.05, as a symbol alone. */
function drawOwnWalk({
  seed,
  symbol,
  interval,
  endTime,
  limit,
  decimals,
}: SimulatedSeries): Candles {
  const key = noiseKey(seed, symbol);
  const basePrice = 0.05;
  const instrument = { basePrice, decimals, volumePerMinute: 1_000_000 / basePrice };
  const candles = createCandles(limit);
  const start = addIntervals(interval, intervalOpen(interval, endTime), -limit);
  drawCandles({ key, instrument, path: createPricePath(key) }, interval, start, candles, 0, limit);
  return candles;
}

/** Opens that jump: every five candles the prices are multiplied by another factor between 0.97 and 1.03. */
function makeGap(candles: Candles): Candles {
  const jump = (prices: Float64Array): Float64Array =>
    prices.map((price, i) => {
      const percent = 100 + ((Math.floor(i / 5) * 3) % 7) - 3;
      return Math.floor(((price * percent) / 100) * 1e4 + 0.5) / 1e4;
    });
  const { open, high, low, close } = candles;
  return { ...candles, open: jump(open), high: jump(high), low: jump(low), close: jump(close) };
}

/** Stretches of 40 candles: wild ones, flat ones, leaps, and moves of a ten-thousandth. */
function makeStress(): Candles {
  return fromRows(
    Array.from({ length: 480 }, (_, i) => {
      const stretch = Math.floor(i / 40) % 4;
      if (stretch === 1) return [100, 100, 100, 100, 0];
      const volume = 1000 + ((i * 7919) % 997);
      if (stretch === 3) {
        const open = 100 + (((i + 1) % 7) - 3) / 10_000;
        const close = 100 + ((i % 7) - 3) / 10_000;
        const high = Math.max(open, close) + (i % 3) / 10_000;
        return [open, high, Math.min(open, close) - (i % 2) / 10_000, close, volume];
      }
      const leap = stretch === 2 ? 3 * (((Math.floor(i / 5) * 7) % 9) - 4) : 0;
      const open = 100 + leap + (((i * 37) % 101) - 50) / 10;
      const close = 100 + leap + (((i * 53) % 97) - 48) / 10;
      const high = Math.max(open, close) + ((i * 29) % 13) / 10;
      return [open, high, Math.min(open, close) - ((i * 31) % 11) / 10, close, volume];
    }),
  );
}

/** Whole hundredths drawn by a Lehmer generator, with templates of candle patterns strewn in. */
function makePatterns(): Candles {
  const { seed = 0, templates = [] } = origins.derived.find(({ name }) => name === "patterns")!;
  let state = seed;
  const draw = (count: number): number => (state = (state * 16_807) % 2_147_483_647) % count;
  let last = 20_000;
  let side = 1;
  let base = last;

  const drawRow = (): number[] => {
    if (draw(4) === 0) side = -side;
    if (last > 23_000) side = -1;
    if (last < 17_000) side = 1;
    const jump = [0, 0, 1, 3, 12, 40][draw(6)]! * (draw(3) === 0 ? -side : side);
    const size = [0, 1, 3, 9, 25, 60, 70, 110][draw(8)]!;
    const turn = draw(5) === 0 ? -side : side;
    const top = [0, 0, 1, 4, 15, 60][draw(6)]!;
    const foot = [0, 0, 1, 4, 15, 60][draw(6)]!;
    const open = last + jump;
    const close = open + turn * size;
    return [open, Math.max(open, close) + top, Math.min(open, close) - foot, close];
  };

  const rows = Array.from({ length: 3600 }, (_, i) => {
    const k = Math.floor(i / 20);
    const place = (i % 20) - 14;
    const row = templates[Math.floor(k / 2) % templates.length]![place];
    if (place === 0) base = last;
    let prices: readonly number[];
    if (row === undefined) prices = drawRow();
    else {
      const [open, high, low, close] =
        k % 2 === 0
          ? row.map((offset) => base + offset)
          : [row[0], row[2], row[1], row[3]].map((offset) => base - offset);
      prices = [open!, Math.max(open!, high!, close!), Math.min(open!, low!, close!), close!];
    }
    last = prices[3]!;
    return [...prices.map((price) => price / 100), 1000 + draw(1000)];
  });
  return fromRows(rows);
}

/** Daily candles from rows of [open, high, low, close, volume]. */
function fromRows(rows: readonly (readonly number[])[]): Candles {
  const column = (k: number): Float64Array => Float64Array.from(rows, (row) => row[k] ?? NaN);
  return {
    length: rows.length,
    time: Float64Array.from(rows, (_, i) => i * DAY),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: column(4),
  };
}
