/** A candle stream whose candles are pushed by hand: for tests, and for candles of the caller's own. */

import { EngineError, type Interval } from "@bourse/backtest-engine";
import { addIntervals, checkCanonicalInterval } from "@bourse/backtest-engine/data";
import {
  absentOr,
  anyText,
  checkedCalls,
  finiteNumber,
  listOf,
  objectOf,
  portOption,
  refuseArgument,
  resolveOptions,
  systemClock,
  textOption,
  trueOrFalse,
  wholeNumber,
  type CallSignatures,
  type Clock,
} from "@bourse/kernel";

import { wrongArgument } from "../wrong-argument.ts";
import { checkSeries } from "./check-series.ts";
import { NewsQueue } from "./news-queue.ts";
import type { CandleStream, ClosedCandleNews, StreamedCandle, StreamNews } from "./port.ts";
import { sameCandle } from "./same-candle.ts";

/** Options of {@link createMemoryCandleStream}. */
export interface MemoryCandleStreamOptions {
  /** Name of the venue. Default `memory`. */
  readonly exchange?: string;
  /** Source of time, read for how late a candle is told. Default: the system's clock. */
  readonly clock?: Pick<Clock, "now">;
}

/** A series of a {@link MemoryCandleStream}. */
export interface MemoryStreamSeries {
  /** Symbol as the venue spells it. */
  readonly symbol: string;
  /** Interval of the candles. */
  readonly interval: Interval;
}

/** A candle stream in memory. Who follows a series is told its candles from the first one after `after` on. */
export interface MemoryCandleStream extends CandleStream {
  /**
   * Adds closed candles. One that opens after all others is told as `source` (default `stream`); one that is there
   * already is ignored; one that is there with other numbers, or in a hole, is told as a correction. Candles that are
   * left out are a hole.
   */
  push(
    series: MemoryStreamSeries,
    candles: readonly StreamedCandle[],
    source?: ClosedCandleNews["source"],
  ): void;
  /** Tells all who follow the series that it is silent, or that it speaks again; a repetition tells nothing. */
  setStale(series: MemoryStreamSeries, isStale: boolean): void;
  /** Tells all who follow any series the lead of the venue's clock over the local one in milliseconds. */
  setClockOffset(offsetMilliseconds: number): void;
  /** Ends every iteration over the series, now and later, with the error SYMBOL_UNKNOWN and the message. */
  refuse(series: MemoryStreamSeries, message: string): void;
  /** Number of iterations that go on now. */
  following(): number;
}

interface Series {
  readonly told: StreamedCandle[];
  readonly followers: Map<NewsQueue, number>;
  isStale: boolean;
  lastMessageAt: number | null;
  error: EngineError | undefined;
}

/**
 * Creates a candle stream of pushed candles.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createMemoryCandleStream(
  options: MemoryCandleStreamOptions = {},
): MemoryCandleStream {
  const { exchange, clock } = resolveOptions<Required<MemoryCandleStreamOptions>>(
    "createMemoryCandleStream",
    options,
    {
      exchange: textOption({ default: "memory" }),
      clock: portOption<Pick<Clock, "now">>(["now"], { default: systemClock }),
    },
  );
  const stream = new MemoryStream(exchange, clock);
  const calls = checkedCalls<MemoryCandleStream>(
    "createMemoryCandleStream",
    stream,
    CALLS,
    ["follow", "push", "setStale", "setClockOffset", "refuse", "following"],
    wrongArgument,
  );
  return { ...calls, exchange };
}

const anySeries = objectOf({
  symbol: anyText,
  interval: (_, value) => checkCanonicalInterval(value as Interval),
});
const NUMBER = finiteNumber();
const CALLS: CallSignatures<MemoryCandleStream> = {
  follow: "unchecked",
  push: {
    series: anySeries,
    candles: listOf(
      objectOf({
        time: wholeNumber(),
        open: NUMBER,
        high: NUMBER,
        low: NUMBER,
        close: NUMBER,
        volume: NUMBER,
      }),
    ),
    source: absentOr((name, value) => {
      if (value !== "stream" && value !== "history") {
        refuseArgument(name, '"stream" or "history"', value);
      }
    }),
  },
  setStale: { series: anySeries, isStale: trueOrFalse },
  setClockOffset: { offsetMilliseconds: NUMBER },
  refuse: { series: anySeries, message: anyText },
  following: {},
};

class MemoryStream implements MemoryCandleStream {
  readonly exchange: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #series = new Map<string, Series>();
  #offset: number | undefined;

  constructor(exchange: string, clock: Pick<Clock, "now">) {
    this.exchange = exchange;
    this.#clock = clock;
  }

  follow: CandleStream["follow"] = (wanted, signal) => {
    checkSeries("MemoryCandleStream", wanted, signal);
    const series = this.#open(wanted);
    const queue = new NewsQueue();
    if (this.#offset !== undefined) queue.add(clockNews(this.#offset));
    for (const candle of series.told) {
      if (candle.time > wanted.after) queue.add(this.#news(wanted, candle, "history"));
    }
    if (series.isStale) queue.add(stalenessNews(series));
    if (series.error !== undefined) queue.end({ error: series.error });
    series.followers.set(queue, wanted.after);
    return queue.read(signal, () => series.followers.delete(queue));
  };

  push: MemoryCandleStream["push"] = (wanted, candles, source = "stream") => {
    const series = this.#open(wanted);
    for (const given of candles) {
      series.lastMessageAt = this.#clock.now();
      const candle = Object.freeze({ ...given });
      const at = series.told.findLastIndex(({ time }) => time <= candle.time);
      const before = series.told[at];
      const was = before?.time === candle.time ? before : null;
      if (was !== null && sameCandle(was, candle)) continue;
      const isNewest = was === null && at === series.told.length - 1;
      if (was === null) series.told.splice(at + 1, 0, candle);
      else series.told[at] = candle;
      this.#tell(
        series,
        candle.time,
        isNewest ? this.#news(wanted, candle, source) : { kind: "correction", candle, was },
      );
    }
  };

  setStale: MemoryCandleStream["setStale"] = (wanted, isStale) => {
    const series = this.#open(wanted);
    if (series.isStale === isStale) return;
    series.isStale = isStale;
    this.#tell(series, Infinity, stalenessNews(series));
  };

  setClockOffset: MemoryCandleStream["setClockOffset"] = (offset) => {
    this.#offset = offset;
    for (const series of this.#series.values()) this.#tell(series, Infinity, clockNews(offset));
  };

  refuse: MemoryCandleStream["refuse"] = (wanted, message) => {
    const series = this.#open(wanted);
    const error = new EngineError("SYMBOL_UNKNOWN", message);
    series.error = error;
    for (const queue of series.followers.keys()) queue.end({ error });
  };

  following: MemoryCandleStream["following"] = () =>
    [...this.#series.values()].reduce((count, { followers }) => count + followers.size, 0);

  #open({ symbol, interval }: MemoryStreamSeries): Series {
    const name = `${symbol} ${interval}`;
    const found = this.#series.get(name);
    if (found !== undefined) return found;
    const opened: Series = {
      told: [],
      followers: new Map(),
      isStale: false,
      lastMessageAt: null,
      error: undefined,
    };
    this.#series.set(name, opened);
    return opened;
  }

  /** Tells those who follow from before `time` on. */
  #tell({ followers }: Series, time: number, news: StreamNews): void {
    for (const [queue, after] of followers) if (time > after) queue.add(news);
  }

  #news(
    { interval }: MemoryStreamSeries,
    candle: StreamedCandle,
    source: ClosedCandleNews["source"],
  ): ClosedCandleNews {
    const end = addIntervals(interval, candle.time, 1);
    const venueNow = this.#clock.now() + (this.#offset ?? 0);
    return { kind: "candle", candle, source, lateMilliseconds: Math.max(0, venueNow - end) };
  }
}

function clockNews(offsetMilliseconds: number): StreamNews {
  return { kind: "clock", offsetMilliseconds };
}

function stalenessNews({ isStale, lastMessageAt }: Series): StreamNews {
  return { kind: isStale ? "stale" : "fresh", lastMessageAt };
}
