/** The feed of events that every process over one store has alike: with the same ids, and resumed on any of them. */

import {
  createEventRing,
  functionOption,
  integerOption,
  numberOption,
  pauseInBackground,
  portOption,
  resolveOptions,
  type Bus,
  type Clock,
  type EventRing,
  type OptionRules,
  type Store,
  type Subscription,
} from "@bourse/kernel";

import { KEPT_EVENTS, newestSequence, openEventLog, readEvents } from "../events/event-log.ts";
import { tradeTopic } from "../execution/trade-event.ts";
import { jobTopic } from "../jobs/job.ts";
import { signalTopic } from "../signals/generate-signal.ts";
import type { EventFeed, FeedEvent } from "./event-feed.ts";
import { readServiceEvent, type ServiceEvent } from "./service-event.ts";

/** Options of {@link openEventFeed}. */
export interface StoredFeedOptions {
  /** Store of the service, which records the events. */
  readonly store: Store;
  /** Bus of the service, which brings them at once. */
  readonly bus: Bus;
  /** Source of time. */
  readonly clock: Clock;
  /** Number of recent events that are kept in memory for listeners that reconnect. 1–10,000, default 1000. */
  readonly capacity?: number;
  /**
   * Interval in milliseconds at which the store is searched for events that the bus lost. At least 10, default 1000.
   */
  readonly pollMilliseconds?: number;
  /**
   * Called with each event that the bus brings; one that it throws at is left out, because whoever may write to the bus
   * may have sent it. Default: no-op.
   */
  readonly check?: (event: ServiceEvent) => void;
  /** Called when the store could not be read; the next interval is tried again. Default: no-op. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Opens the feed of a service's events from its store: the newest ones at once, then each as it is committed, in
 * whatever process. The epoch and the sequence numbers are the store's, so a listener may go on at another process.
 * Progress is delivered and not recorded.
 *
 * @throws StoreError when the store cannot be read
 */
export async function openEventFeed(options: StoredFeedOptions): Promise<EventFeed> {
  const { store, bus, clock, capacity, pollMilliseconds, check, onError } = resolveOptions(
    "openEventFeed",
    options,
    RULES,
  );
  const subscriptions: Subscription[] = [];
  // Events that come while the store is read wait here.
  const early: ServiceEvent[] = [];
  let hear = (event: ServiceEvent): void => void early.push(event);
  for (const topic of [jobTopic, tradeTopic, signalTopic]) {
    subscriptions.push(
      bus.subscribe(topic, (heard) => {
        const event = readServiceEvent(heard);
        check(event);
        hear(event);
      }),
    );
  }
  const { epoch, last } = await openEventLog(store);
  const startAfter = Math.max(0, last - capacity);
  const ring = createEventRing<FeedEvent>({ epoch, capacity, startAfter });
  const follower = new Follower(store, ring, onError);
  await follower.catchUp();
  hear = (event) => follower.hear(event);
  for (const event of early) hear(event);
  const stopping = new AbortController();
  const polling = poll(follower, clock, pollMilliseconds, stopping.signal);
  return {
    source: ring,
    async stop() {
      stopping.abort();
      await polling;
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      // What was committed until now, also when the bus was slower.
      await follower.catchUp();
    },
  };
}

const RULES: OptionRules<Required<StoredFeedOptions>> = {
  store: portOption<Store>(["transaction", "find", "get"]),
  bus: portOption<Bus>(["subscribe"]),
  clock: portOption<Clock>(["monotonic", "sleep"]),
  capacity: integerOption({ min: 1, max: 10_000, default: 1000 }),
  pollMilliseconds: numberOption({ above: 0, default: 1000 }),
  check: functionOption({ default: () => undefined }),
  onError: functionOption({ default: () => undefined }),
};

/** Never rejects. */
async function poll(
  follower: Follower,
  clock: Clock,
  milliseconds: number,
  stopping: AbortSignal,
): Promise<void> {
  while (await pauseInBackground(clock, milliseconds, stopping)) await follower.catchUp();
}

class Follower {
  readonly #store: Store;
  readonly #ring: EventRing<FeedEvent>;
  readonly #onError: (error: unknown) => void;
  #reading: Promise<void> | undefined;

  constructor(store: Store, ring: EventRing<FeedEvent>, onError: (error: unknown) => void) {
    this.#store = store;
    this.#ring = ring;
    this.#onError = onError;
  }

  /** Takes an event from the bus: the next one as it is, one after a gap by reading the store. */
  hear(event: ServiceEvent): void {
    if (event.type === "job.progress") {
      this.#ring.tell((sequence) => ({ ...event, sequence }));
      return;
    }
    const { sequence } = event;
    if (sequence === undefined || sequence <= this.#ring.newest) return;
    if (sequence === this.#ring.newest + 1) this.#ring.record(() => ({ ...event, sequence }));
    else void this.catchUp();
  }

  /** Records what the store has and the ring has not. Never rejects; calls that overlap share one reading. */
  catchUp(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const last = await newestSequence(this.#store);
        if (last <= this.#ring.newest) return;
        const oldest = last - KEPT_EVENTS;
        // This process was away for longer than the store keeps events: listeners that resume learn of the gap.
        if (this.#ring.newest < oldest) this.#ring.skipTo(oldest, { isLoss: true });
        const events = await readEvents<ServiceEvent>(this.#store, this.#ring.newest);
        for (const event of events) this.#take(event);
        if (events.length === 0) this.#ring.skipTo(last, { isLoss: false });
      }
    } catch (error) {
      this.#onError(error);
    }
  }

  #take(event: ServiceEvent & { readonly sequence: number }): void {
    if (event.sequence <= this.#ring.newest) return;
    // Events in between were those of jobs that are deleted.
    this.#ring.skipTo(event.sequence - 1, { isLoss: false });
    this.#ring.record(() => event as FeedEvent);
  }
}
