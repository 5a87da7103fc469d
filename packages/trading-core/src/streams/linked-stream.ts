/** A candle stream over a venue's connection and its history. */

import {
  functionOption,
  integerOption,
  optional,
  pauseInBackground,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import type { CandleProvider } from "../market-data/port.ts";
import { checkSeries } from "./check-series.ts";
import { followSeries } from "./follow-series.ts";
import type { CandleLink } from "./link.ts";
import { NewsQueue } from "./news-queue.ts";
import type { CandleStream } from "./port.ts";
import { VenueClock } from "./venue-clock.ts";

/** Bounds of how a stream follows a series. */
export interface FollowBounds {
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Random number in [0, 1) for the jitter of pauses. Default `Math.random`. */
  readonly random?: () => number;
  /**
   * Reads the time by the venue's clock, milliseconds UTC. Default: only the times that the history tells with its
   * answers bound the clock.
   */
  readonly time?: (signal: AbortSignal) => Promise<number>;
  /**
   * Time in milliseconds after the end of a candle, by the venue's clock, at which the history is asked for a candle
   * that was not told. 1–600,000.
   */
  readonly overdueMilliseconds?: number;
  /**
   * Time in milliseconds without a message, or after the end of a candle that is still unknown, after which a series is
   * stale. 1–86,400,000, default 75,000.
   */
  readonly silenceMilliseconds?: number;
  /**
   * Upper bound in milliseconds of the random pause before the history is asked again; it doubles each time. 1–60,000,
   * default 1,000.
   */
  readonly backoffMilliseconds?: number;
  /** Longest pause in milliseconds before the history is asked again. 1–600,000, default 15,000. */
  readonly longestWaitMilliseconds?: number;
  /** Time in milliseconds between two measurements of the venue's clock. 1–86,400,000, default 600,000. */
  readonly measureMilliseconds?: number;
}

/** Options of {@link createLinkedCandleStream}. */
export interface LinkedStreamOptions extends FollowBounds {
  /** Name of the venue. */
  readonly exchange: string;
  /** Opens the venue's history; its clock is the venue's, so that ranges end there. */
  readonly history: (venueClock: Clock) => Pick<CandleProvider, "candles">;
  /** Connection on which the venue tells candles. Default: none, its history is asked at each close. */
  readonly link?: CandleLink;
}

/** A stream with connections of its own. */
export interface ConnectedCandleStream extends CandleStream {
  /** Closes the connections; series that are followed go on by the venue's history. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates the stream of a venue that tells candles on a connection, for adapters: what the connection repeats, reorders
 * or leaves out is put in order, and gaps are filled from the history. `overdueMilliseconds` is 5,000 by default.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createLinkedCandleStream(options: LinkedStreamOptions): ConnectedCandleStream {
  const given = resolveOptions<ResolvedLinkedOptions>("createLinkedCandleStream", options, {
    ...followRules(5_000),
    exchange: textOption(),
    history: functionOption<LinkedStreamOptions["history"]>(),
    link: optional(portOption<CandleLink>(["join", "close"])),
  });
  return openLinkedStream(given);
}

/** Options of a stream with every default in its place. */
export interface ResolvedLinkedOptions extends Required<
  Omit<LinkedStreamOptions, "link" | "time">
> {
  readonly link: CandleLink | undefined;
  readonly time: LinkedStreamOptions["time"] | undefined;
}

type Bounds = Required<Omit<FollowBounds, "time">> & Pick<ResolvedLinkedOptions, "time">;

/** Rules of the bounds, with the default of `overdueMilliseconds`. */
export function followRules(overdueMilliseconds: number): OptionRules<Bounds> {
  return {
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    random: functionOption<() => number>({ default: Math.random }),
    time: optional(functionOption<(signal: AbortSignal) => Promise<number>>()),
    overdueMilliseconds: integerOption({ min: 1, max: 600_000, default: overdueMilliseconds }),
    silenceMilliseconds: integerOption({ min: 1, max: 86_400_000, default: 75_000 }),
    backoffMilliseconds: integerOption({ min: 1, max: 60_000, default: 1_000 }),
    longestWaitMilliseconds: integerOption({ min: 1, max: 600_000, default: 15_000 }),
    measureMilliseconds: integerOption({ min: 1, max: 86_400_000, default: 600_000 }),
  };
}

/** Opens a stream with options that are checked. */
export function openLinkedStream(options: ResolvedLinkedOptions): ConnectedCandleStream {
  const { exchange, clock, link } = options;
  const venue = new VenueClock(clock);
  const venueClock: Clock = {
    now: () => venue.now(),
    monotonic: () => clock.monotonic(),
    sleep: (milliseconds, signal, timer) => clock.sleep(milliseconds, signal, timer),
  };
  const parts = { ...options, venue, history: options.history(venueClock) };
  const measuring = new Measuring(options, venue);
  return {
    exchange,
    follow(series, signal) {
      checkSeries(exchange, series, signal);
      const queue = new NewsQueue();
      const ending = new AbortController();
      const leave = measuring.join();
      const release = (): void => {
        ending.abort();
        leave();
      };
      const news = queue.read(signal, release);
      void followSeries(parts, series, queue, AbortSignal.any([signal, ending.signal]));
      return news;
    },
    close: async () => link?.close(),
  };
}

/** The measurement of the venue's clock, which goes on while anyone follows a series. */
class Measuring {
  readonly #options: Pick<ResolvedLinkedOptions, "clock" | "time" | "measureMilliseconds">;
  readonly #venue: VenueClock;
  #following = 0;
  #ending = new AbortController();

  constructor(options: ResolvedLinkedOptions, venue: VenueClock) {
    this.#options = options;
    this.#venue = venue;
  }

  /** Measures until the returned function is called as often as this one. */
  join(): () => void {
    this.#following += 1;
    if (this.#following === 1) {
      this.#ending = new AbortController();
      void this.#measure(this.#ending.signal);
    }
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#following -= 1;
      if (this.#following === 0) this.#ending.abort();
    };
  }

  async #measure(signal: AbortSignal): Promise<void> {
    const { clock, time, measureMilliseconds } = this.#options;
    if (time === undefined) return;
    do {
      const sentAt = clock.now();
      try {
        this.#venue.note({ venueTime: await time(signal), stepMilliseconds: 1, sentAt });
      } catch {
        // The clock stays as it was measured; that the venue is not reached is told by what it does not answer.
      }
    } while (await pauseInBackground(clock, measureMilliseconds, signal));
  }
}
