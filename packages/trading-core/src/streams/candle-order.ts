/**
 * The order of a series: from what a venue tells as candles close, repeated, reordered and with gaps, and from what its
 * history holds, each closed candle once and in order of time. Pure: it knows no clock and no connection.
 */

import type { Interval } from "@bourse/backtest-engine";
import { addIntervals, intervalOpen, intervalOpenFrom } from "@bourse/backtest-engine/data";

import type { ClosedCandleNews, CorrectedCandleNews, StreamedCandle } from "./port.ts";
import { sameCandle } from "./same-candle.ts";

/** A candle as the venue told it. */
export interface CandleReading {
  /** The candle. */
  readonly candle: StreamedCandle;
  /** True when the venue says that the candle has closed. */
  readonly isClosed: boolean;
  /** Time of the message by the venue's clock, milliseconds UTC. */
  readonly venueTime: number;
}

/** Closed candles of a venue's history. */
export interface HistoryPage {
  /** Open time that the page begins at, milliseconds UTC: all candles from there on that the history holds. */
  readonly from: number;
  /** Candles in any order. */
  readonly candles: readonly StreamedCandle[];
  /** Time of the answer by the venue's clock, milliseconds UTC: a candle that ends later is open. */
  readonly asOf: number;
}

/** News of a series before their delay is known. */
export type OrderedNews = Omit<ClosedCandleNews, "lateMilliseconds"> | CorrectedCandleNews;

/** A candle that was told, or null for one that was passed over, and the time of its reading by the venue's clock. */
interface Told {
  readonly candle: StreamedCandle | null;
  readonly asOf: number;
}

/** Number of the newest candles whose corrections are told. */
const REMEMBERED = 1_000;
/** Number of candles that wait behind a gap; the history has those that come after them. */
const MOST_WAITING = 1_000;

export class CandleOrder {
  readonly #interval: Interval;
  readonly #first: number;
  /** Time in milliseconds after a candle's end before a row of the history corrects it: histories lag. */
  readonly #settling: number;
  readonly #told = new Map<number, Told>();
  /** Closed candles that were told and wait for one before them. */
  readonly #waiting = new Map<number, CandleReading>();
  #next: number;

  constructor(interval: Interval, after: number, settlingMilliseconds: number) {
    this.#interval = interval;
    this.#first = intervalOpenFrom(interval, after + 1);
    this.#next = this.#first;
    this.#settling = settlingMilliseconds;
  }

  /** Open time of the candle that is told next, milliseconds UTC. */
  get next(): number {
    return this.#next;
  }

  /** Time at which the next candle ends, milliseconds UTC. */
  get nextEnd(): number {
    return addIntervals(this.#interval, this.#next, 1);
  }

  /** True while a later candle waits for the next one. */
  get hasGap(): boolean {
    return this.#waiting.size > 0;
  }

  /** Open time from which the history is asked: some candles before the next one too, to see their corrections. */
  historyStart(candlesBefore: number): number {
    return Math.max(this.#first, addIntervals(this.#interval, this.#next, -candlesBefore));
  }

  /** Takes a candle as the venue tells it. One that is open by its own clock, or off the grid, tells nothing. */
  hear(reading: CandleReading): OrderedNews[] {
    const { candle, isClosed, venueTime } = reading;
    if (!isClosed || !this.#isClosed(candle.time, venueTime)) return [];
    if (candle.time < this.#next) return this.#correct(candle, venueTime);
    const before = this.#waiting.get(candle.time);
    if (before === undefined ? this.#waiting.size < MOST_WAITING : before.venueTime <= venueTime) {
      this.#waiting.set(candle.time, reading);
    }
    return this.#drain();
  }

  /**
   * Takes a page of the history. A candle that is missing there while a later one is there was never made, and is
   * passed over.
   */
  read({ from, candles, asOf }: HistoryPage): OrderedNews[] {
    const rows = new Map<number, StreamedCandle>();
    for (const candle of candles) {
      if (candle.time >= from && this.#isClosed(candle.time, asOf)) rows.set(candle.time, candle);
    }
    const news: OrderedNews[] = [];
    for (const [time, row] of rows) {
      const end = addIntervals(this.#interval, time, 1);
      if (time < this.#next && asOf - end >= this.#settling) news.push(...this.#correct(row, asOf));
    }
    if (from > this.#next) return news;
    const newest = [...rows.keys()].reduce((one, other) => Math.max(one, other), -Infinity);
    const heard = [...this.#waiting.keys()].filter((time) => time <= newest);
    const times = new Set([...rows.keys(), ...heard].filter((time) => time >= this.#next));
    for (const time of [...times].toSorted((one, other) => one - other)) {
      this.#passOver(time, asOf);
      const reading = this.#waiting.get(time);
      if (reading === undefined) news.push(this.#tell(rows.get(time)!, "history", asOf));
      else news.push(this.#tell(reading.candle, "stream", reading.venueTime));
    }
    return [...news, ...this.#drain()];
  }

  #drain(): OrderedNews[] {
    const news: OrderedNews[] = [];
    for (
      let reading = this.#waiting.get(this.#next);
      reading !== undefined;
      reading = this.#waiting.get(this.#next)
    ) {
      news.push(this.#tell(reading.candle, "stream", reading.venueTime));
    }
    return news;
  }

  #tell(candle: StreamedCandle, source: ClosedCandleNews["source"], asOf: number): OrderedNews {
    this.#waiting.delete(candle.time);
    this.#remember(candle.time, { candle, asOf });
    this.#next = addIntervals(this.#interval, candle.time, 1);
    return { kind: "candle", candle, source };
  }

  /** Passes over the candles from the next one to that at `time`. */
  #passOver(time: number, asOf: number): void {
    const from = Math.max(this.#next, addIntervals(this.#interval, time, -REMEMBERED));
    for (let hole = from; hole < time; hole = addIntervals(this.#interval, hole, 1)) {
      this.#remember(hole, { candle: null, asOf });
    }
    this.#next = time;
  }

  #correct(candle: StreamedCandle, asOf: number): OrderedNews[] {
    const told = this.#told.get(candle.time);
    if (told === undefined || asOf < told.asOf) return [];
    this.#told.set(candle.time, { candle, asOf });
    const was = told.candle;
    return was !== null && sameCandle(was, candle) ? [] : [{ kind: "correction", candle, was }];
  }

  #remember(time: number, told: Told): void {
    this.#told.set(time, told);
    if (this.#told.size <= REMEMBERED) return;
    const [oldest] = this.#told.keys();
    this.#told.delete(oldest!); // the map is not empty
  }

  #isClosed(time: number, venueTime: number): boolean {
    return (
      time >= this.#first &&
      intervalOpen(this.#interval, time) === time &&
      addIntervals(this.#interval, time, 1) <= venueTime
    );
  }
}
