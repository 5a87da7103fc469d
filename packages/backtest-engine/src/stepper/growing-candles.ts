/** Candles that grow while they are simulated: the same columns, longer after each candle. */

import { hasSoundValues } from "../candles/check-rows.ts";
import type { ResamplerInput } from "../candles/streaming-resampler.ts";
import { EngineError } from "../errors.ts";
import type { FinerCandles } from "../simulation/detail.ts";

/** Most candles of one series; address space is reserved for them, memory is used as they come. */
const MOST_CANDLES = 4_194_304;

const COLUMNS = ["time", "open", "high", "low", "close", "volume"] as const;

type Column = (typeof COLUMNS)[number];
type Columns = Readonly<Record<Column, Float64Array>>;

/**
 * Columns over buffers that grow, so that whoever holds one sees every new candle. A view from a later candle on shares
 * them.
 */
export class GrowingCandles {
  readonly #buffers: Readonly<Record<Column, ArrayBuffer>>;
  readonly #step: number;
  /** All candles so far. */
  readonly all: FinerCandles;

  /** `step`: length of a candle in milliseconds. */
  constructor(step: number) {
    this.#step = step;
    const buffer = (): ArrayBuffer => new ArrayBuffer(0, { maxByteLength: 8 * MOST_CANDLES });
    this.#buffers = {
      time: buffer(),
      open: buffer(),
      high: buffer(),
      low: buffer(),
      close: buffer(),
      volume: buffer(),
    };
    this.all = this.from(0);
  }

  get length(): number {
    return this.all.length;
  }

  /**
   * Adds a closed candle.
   *
   * @throws EngineError CANDLES_INVALID for one that does not follow the last, or whose numbers are none of a candle
   */
  push(candle: ResamplerInput, allowsNegative: boolean): void {
    const { length } = this;
    const before = length === 0 ? -Infinity : (this.all.time[length - 1] ?? 0);
    if (!(candle.time >= before + this.#step))
      throw unsound(candle, "does not follow the last one");
    if (length === MOST_CANDLES) throw unsound(candle, `is one too many: ${length} are here`);
    for (const name of COLUMNS) this.#buffers[name].resize(8 * (length + 1));
    for (const name of COLUMNS) this.all[name][length] = candle[name];
    if (hasSoundValues(this.all, length, allowsNegative)) return;
    for (const name of COLUMNS) this.#buffers[name].resize(8 * length);
    throw unsound(candle, "has numbers that are none of a candle");
  }

  /** A view of the candles from `first` on, which grows with them. */
  from(first: number): FinerCandles {
    const columns = Object.fromEntries(
      COLUMNS.map((name) => [name, new Float64Array(this.#buffers[name], 8 * first)]),
    ) as Columns;
    const step = this.#step;
    return {
      ...columns,
      step,
      get length() {
        return columns.time.length;
      },
    };
  }

  /** A copy of the candles from `first` on, in memory of exactly their size. */
  copy(first: number): FinerCandles {
    const columns = Object.fromEntries(
      COLUMNS.map((name) => [name, Float64Array.from(this.all[name].subarray(first))]),
    ) as Columns;
    return { ...columns, length: columns.time.length };
  }
}

function unsound({ time }: ResamplerInput, why: string): EngineError {
  return new EngineError("CANDLES_INVALID", `The candle of time ${String(time)} ${why}.`);
}
