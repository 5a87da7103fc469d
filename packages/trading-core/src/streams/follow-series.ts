/** One series as it is followed: by the venue's connection where it has one, and by its history where that is late. */

import { addIntervals, type Candles } from "@bourse/backtest-engine/data";
import { hasCode, type Clock } from "@bourse/kernel";

import type { CandleProvider } from "../market-data/port.ts";
import { MAX_CANDLES } from "../market-data/range.ts";
import { CandleOrder, type OrderedNews } from "./candle-order.ts";
import type { CandleLink, LinkPlace } from "./link.ts";
import type { NewsQueue } from "./news-queue.ts";
import type { StreamedCandle, StreamedSeries, StreamNews } from "./port.ts";
import type { VenueClock } from "./venue-clock.ts";

/** Parts and bounds of a followed series. */
export interface FollowParts {
  readonly history: Pick<CandleProvider, "candles">;
  readonly link: CandleLink | undefined;
  readonly clock: Clock;
  readonly venue: VenueClock;
  readonly random: () => number;
  /** Time in milliseconds after the end of a candle at which the history is asked for it. */
  readonly overdueMilliseconds: number;
  /** Time in milliseconds without a message, or without a candle that is due, after which the series is stale. */
  readonly silenceMilliseconds: number;
  /** Upper bound in milliseconds of the pause before the history is asked again; it doubles each time. */
  readonly backoffMilliseconds: number;
  /** Longest pause in milliseconds before the history is asked again. */
  readonly longestWaitMilliseconds: number;
}

/** Candles before the next one that the history is asked for too, to see their corrections. */
const CANDLES_BEFORE = 3;
/** Refusals for good. */
const REFUSALS = [
  "SYMBOL_UNKNOWN",
  "INTERVAL_INVALID",
  "MARKET_DATA_REFUSED",
  "OPTIONS_INVALID",
] as const;

/** Follows a series into the queue until the signal aborts or the venue refuses it. */
export async function followSeries(
  parts: FollowParts,
  series: StreamedSeries,
  queue: NewsQueue,
  signal: AbortSignal,
): Promise<void> {
  const following = new FollowedSeries(parts, series, queue, signal);
  try {
    await following.run();
  } catch (error) {
    queue.end({ error });
  } finally {
    following.leave();
  }
}

class FollowedSeries {
  readonly #parts: FollowParts;
  readonly #series: StreamedSeries;
  readonly #queue: NewsQueue;
  readonly #signal: AbortSignal;
  readonly #order: CandleOrder;
  readonly #leaveClock: () => void;
  #place: LinkPlace | undefined;
  #heardAt: number | null = null;
  /** Local time, by the clock that never runs back, from which the silence counts. */
  #quietSince: number;
  #isStale = false;
  #nap: AbortController | undefined;
  #mustRead = true;
  #failures = 0;
  #readAgainAt = 0;

  constructor(parts: FollowParts, series: StreamedSeries, queue: NewsQueue, signal: AbortSignal) {
    this.#parts = parts;
    this.#series = series;
    this.#queue = queue;
    this.#signal = signal;
    this.#order = new CandleOrder(series.interval, series.after, parts.overdueMilliseconds);
    this.#quietSince = parts.clock.monotonic();
    const { offset } = parts.venue;
    if (offset !== undefined) queue.add(clockNews(offset));
    this.#leaveClock = parts.venue.onChange((lead) => queue.add(clockNews(lead)));
  }

  async run(): Promise<void> {
    this.#place = this.#parts.link?.join(this.#series, {
      onCandle: (reading) => {
        this.#hear();
        this.#parts.venue.note({
          venueTime: reading.venueTime,
          stepMilliseconds: Infinity,
          sentAt: -Infinity,
        });
        this.#tell(this.#order.hear(reading));
        if (this.#order.hasGap) this.#nap?.abort();
      },
      onConnect: () => {
        this.#mustRead = true;
        this.#failures = 0;
        this.#readAgainAt = 0;
        this.#nap?.abort();
      },
    });
    while (!this.#signal.aborted) {
      if (this.#readsAt() <= 0) await this.#read();
      this.#watchSilence();
      await this.#pause(Math.max(1, Math.min(this.#readsAt(), this.#stalesAt())));
    }
  }

  leave(): void {
    this.#leaveClock();
    this.#place?.leave();
  }

  /** Milliseconds until the history is asked. */
  #readsAt(): number {
    const { clock, venue, overdueMilliseconds } = this.#parts;
    const due =
      this.#mustRead || this.#order.hasGap
        ? 0
        : this.#order.nextEnd + overdueMilliseconds - venue.now();
    return Math.max(due, this.#readAgainAt - clock.monotonic());
  }

  async #read(): Promise<void> {
    const { clock, history, venue } = this.#parts;
    const { symbol, interval } = this.#series;
    const from = this.#order.historyStart(CANDLES_BEFORE);
    const before = this.#order.next;
    this.#mustRead = false;
    const sentAt = clock.now();
    const asked = venue.now();
    try {
      const { candles, sourceTime } = await history.candles({
        symbol,
        interval,
        startTime: from,
        limit: MAX_CANDLES,
        useCache: false,
        isLive: true,
        readOnly: true,
        signal: this.#signal,
      });
      if (sourceTime !== undefined) {
        venue.note({ venueTime: sourceTime, stepMilliseconds: 1_000, sentAt });
      }
      if (this.#place === undefined) this.#hear();
      this.#tell(this.#order.read({ from, candles: rowsOf(candles), asOf: sourceTime ?? asked }));
    } catch (error) {
      if (this.#signal.aborted) return;
      if (REFUSALS.some((code) => hasCode(error, code))) throw error;
      this.#mustRead = true;
    }
    const isDone = this.#order.next > before || !(this.#mustRead || this.#isDue());
    this.#backOff(isDone);
  }

  #isDue(): boolean {
    const { venue, overdueMilliseconds } = this.#parts;
    return this.#order.hasGap || this.#order.nextEnd + overdueMilliseconds <= venue.now();
  }

  #backOff(isDone: boolean): void {
    const { backoffMilliseconds, longestWaitMilliseconds, clock, random } = this.#parts;
    this.#failures = isDone ? 0 : this.#failures + 1;
    if (isDone) return;
    const longest = Math.min(
      longestWaitMilliseconds,
      backoffMilliseconds * 2 ** Math.min(this.#failures - 1, 20),
    );
    this.#readAgainAt = clock.monotonic() + longest * (0.5 + random() / 2);
  }

  #hear(): void {
    this.#heardAt = this.#parts.clock.now();
    this.#quietSince = this.#parts.clock.monotonic();
    if (this.#isStale && !this.#isLate()) this.#setStale(false);
  }

  /** True when the next candle should have been known for longer than a silence may last. */
  #isLate(): boolean {
    const { venue, silenceMilliseconds } = this.#parts;
    return venue.now() - this.#order.nextEnd >= silenceMilliseconds;
  }

  /** Milliseconds until the series is stale, or is asked for anew. */
  #stalesAt(): number {
    const { clock, venue, silenceMilliseconds } = this.#parts;
    const quiet =
      this.#place === undefined
        ? Infinity
        : this.#quietSince + silenceMilliseconds - clock.monotonic();
    const late = this.#order.nextEnd + silenceMilliseconds - venue.now();
    return this.#isStale ? quiet : Math.min(quiet, late);
  }

  #watchSilence(): void {
    const { clock, silenceMilliseconds } = this.#parts;
    // A source that is asked tells nothing by itself.
    const isQuiet =
      this.#place !== undefined && clock.monotonic() - this.#quietSince >= silenceMilliseconds;
    if (isQuiet) {
      this.#quietSince = clock.monotonic();
      this.#place?.renew();
    }
    if (!this.#isStale && (isQuiet || this.#isLate())) this.#setStale(true);
  }

  #setStale(isStale: boolean): void {
    this.#isStale = isStale;
    this.#queue.add({ kind: isStale ? "stale" : "fresh", lastMessageAt: this.#heardAt });
  }

  #tell(news: readonly OrderedNews[]): void {
    const venueNow = this.#parts.venue.now();
    for (const each of news) {
      if (each.kind === "correction") {
        this.#queue.add(each);
        continue;
      }
      const end = addIntervals(this.#series.interval, each.candle.time, 1);
      this.#queue.add({ ...each, lateMilliseconds: Math.max(0, venueNow - end) });
    }
    if (news.length > 0 && this.#isStale && !this.#isLate()) this.#setStale(false);
  }

  async #pause(milliseconds: number): Promise<void> {
    const nap = new AbortController();
    this.#nap = nap;
    const stop = (): void => nap.abort();
    this.#signal.addEventListener("abort", stop, { once: true });
    try {
      if (!this.#signal.aborted) await this.#parts.clock.sleep(milliseconds, nap.signal);
    } catch (error) {
      if (!nap.signal.aborted) throw error;
    } finally {
      this.#signal.removeEventListener("abort", stop);
      this.#nap = undefined;
    }
  }
}

function clockNews(offsetMilliseconds: number): StreamNews {
  return { kind: "clock", offsetMilliseconds };
}

function rowsOf({ time, open, high, low, close, volume }: Candles): StreamedCandle[] {
  return Array.from(time, (opened, at) => ({
    time: opened,
    open: open[at]!, // the columns are of one length
    high: high[at]!,
    low: low[at]!,
    close: close[at]!,
    volume: volume[at]!,
  }));
}
