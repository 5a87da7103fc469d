/** Jobs, trades and signals as one sequence of events, for sockets and other listeners. */

import {
  createEventRing,
  integerOption,
  portOption,
  resolveOptions,
  textOption,
  type Bus,
  type EventSource,
  type OptionRules,
} from "@bourse/kernel";

import { tradeTopic } from "../execution/trade-event.ts";
import { jobTopic } from "../jobs/job.ts";
import { signalTopic } from "../signals/generate-signal.ts";
import { readServiceEvent, type ServiceEvent } from "./service-event.ts";

/** An event of the service with its place in the feed. */
export type FeedEvent = ServiceEvent & {
  /** Sequence number from 1, without gaps within one epoch. Progress has that of the recorded event before it. */
  readonly sequence: number;
};

/** Options of {@link createEventFeed}. */
export interface EventFeedOptions {
  /** Bus of the service. */
  readonly bus: Bus;
  /** Identifier of this life of the feed, random at each start. 1–64 characters without a colon. */
  readonly epoch: string;
  /** Number of recent events that are kept for listeners that reconnect. 1–1,000,000, default 1000. */
  readonly capacity?: number;
}

/** A running feed. */
export interface EventFeed {
  /** Recent events, and those to come. */
  readonly source: EventSource<FeedEvent>;
  /** Ends the subscriptions to the bus. */
  stop(): Promise<void>;
}

/**
 * Creates a feed of every event from now on. Progress is delivered and not recorded: the next one, or the job's end,
 * replaces it.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createEventFeed(options: EventFeedOptions): EventFeed {
  const { bus, epoch, capacity } = resolveOptions("createEventFeed", options, RULES);
  const ring = createEventRing<FeedEvent>({ epoch, capacity });
  const record = (heard: unknown): void => {
    const event = readServiceEvent(heard);
    const at = (sequence: number): FeedEvent => ({ ...event, sequence });
    if (event.type === "job.progress") ring.tell(at);
    else ring.record(at);
  };
  const subscriptions = [
    bus.subscribe(jobTopic, record),
    bus.subscribe(tradeTopic, record),
    bus.subscribe(signalTopic, record),
  ];
  return {
    source: ring,
    async stop() {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
}

const RULES: OptionRules<Required<EventFeedOptions>> = {
  bus: portOption<Bus>(["publish", "subscribe"]),
  epoch: textOption({ maxLength: 64 }),
  capacity: integerOption({ min: 1, max: 1_000_000, default: 1000 }),
};
