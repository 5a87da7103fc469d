/** Series read before, as long as their files have not changed, within a bound on memory. */

import { shareCandles, type Interval } from "@bourse/backtest-engine/data";

import { readSeries, versionOf, type SeriesReading } from "./read-series.ts";
import type { SeriesFile } from "./series-file.ts";

/**
 * Remembers the candles of the files of one folder by name, the least recently used forgotten first.
 *
 * Readers of the same file at the same time share one reading. A series larger than the bound is read each time.
 */
export class SeriesCache {
  readonly #maxCandles: number;
  readonly #known = new Map<string, SeriesReading>();
  readonly #underWay = new Map<string, Promise<SeriesReading>>();
  #held = 0;

  constructor(maxCandles: number) {
    this.#maxCandles = maxCandles;
  }

  /** Reads a file, unless what is remembered is its present version. @throws as {@link readSeries} */
  async read(
    path: string,
    { name, interval }: Pick<SeriesFile, "name" | "interval">,
  ): Promise<SeriesReading> {
    const known = this.#known.get(name);
    if (known !== undefined && known.version === (await versionOf(path))) {
      this.#forget(name);
      this.#remember(name, known);
      return known;
    }
    let reading = this.#underWay.get(name);
    if (reading === undefined) {
      reading = readShared(path, name, interval).finally(() => this.#underWay.delete(name));
      this.#underWay.set(name, reading);
    }
    const fresh = await reading;
    this.#forget(name);
    this.#remember(name, fresh);
    return fresh;
  }

  #remember(name: string, series: SeriesReading): void {
    if (series.candles.length > this.#maxCandles) return;
    this.#known.set(name, series);
    this.#held += series.candles.length;
    for (const oldest of this.#known.keys()) {
      if (this.#held <= this.#maxCandles) break;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    const series = this.#known.get(name);
    if (series === undefined) return;
    this.#known.delete(name);
    this.#held -= series.candles.length;
  }
}

/** Candles in memory that threads share, so that a job on them copies nothing. */
async function readShared(path: string, name: string, interval: Interval): Promise<SeriesReading> {
  const reading = await readSeries(path, name, interval);
  return { ...reading, candles: shareCandles(reading.candles) };
}
