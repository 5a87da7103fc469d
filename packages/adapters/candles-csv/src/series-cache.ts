/** Series read before, as long as their files have not changed, within a bound on memory. */

import { shareCandles, type Interval } from "@bourse/backtest-engine/data";

import { currentVersion, readSeries, type FileVersion, type SeriesReading } from "./read-series.ts";

/**
 * Remembers the candles of files by path, the least recently used forgotten first.
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

  /**
   * The present version of a file that is remembered; undefined for any other, and for one that is gone. Never rejects.
   */
  async look(path: string): Promise<FileVersion | undefined> {
    if (!this.#known.has(path)) return undefined;
    return currentVersion(path).catch(() => undefined);
  }

  /** Reads a file; `version`: what {@link look} has found for this reading. @throws as {@link readSeries} */
  async read(
    path: string,
    name: string,
    interval: Interval,
    version?: FileVersion,
  ): Promise<SeriesReading> {
    const known = this.#known.get(path);
    if (known !== undefined && known.version === (version ?? (await currentVersion(path)))) {
      this.#forget(path);
      this.#remember(path, known);
      return known;
    }
    let reading = this.#underWay.get(path);
    if (reading === undefined) {
      reading = readShared(path, name, interval).finally(() => this.#underWay.delete(path));
      this.#underWay.set(path, reading);
    }
    const fresh = await reading;
    this.#forget(path);
    this.#remember(path, fresh);
    return fresh;
  }

  #remember(path: string, series: SeriesReading): void {
    if (series.candles.length > this.#maxCandles) return;
    this.#known.set(path, series);
    this.#held += series.candles.length;
    for (const oldest of this.#known.keys()) {
      if (this.#held <= this.#maxCandles) break;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    const series = this.#known.get(path);
    if (series === undefined) return;
    this.#known.delete(path);
    this.#held -= series.candles.length;
  }
}

/** Candles in memory that threads share, so that a job on them copies nothing. */
async function readShared(path: string, name: string, interval: Interval): Promise<SeriesReading> {
  const reading = await readSeries(path, name, interval);
  return { ...reading, candles: shareCandles(reading.candles) };
}
