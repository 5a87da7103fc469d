/** Options of a fan-out, each with its default. */

import {
  choiceOption,
  functionOption,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type EventSource,
  type OptionRules,
  type SequencedEvent,
} from "@bourse/kernel";

import type { Dialect } from "./dialect.ts";

/** Options of {@link createFanOut}. */
export interface FanOutOptions<Event extends SequencedEvent> {
  /** Source of the events; the kernel's event ring fits. */
  readonly source: EventSource<Event>;
  /** Spelling of events and replies. `plainDialect` is the node's. */
  readonly dialect: Dialect<Event>;
  /** Number of the newest events sent to a client when it connects, 0–10,000. Default 20. */
  readonly historyOnConnect?: number;
  /** Clients that get ids and may resume: those with the subprotocol, or all (`always`). Default `subprotocol`. */
  readonly ids?: "subprotocol" | "always";
  /**
   * Returns true for an event that a program may act upon, such as a trade. It is not among the newest events that a
   * client gets when it connects, unless the client asks by `?replay=true`; a client that resumes gets it. Default:
   * none.
   */
  readonly isActedUpon?: (event: Event) => boolean;
  /**
   * A name for what an event replaces: of two events with one name that a slow client has not been sent yet, only the
   * newer one is kept. Default: no event replaces another.
   */
  readonly conflateBy?: (event: Event) => string | undefined;
  /** Bytes handed to a client's socket ahead of its reading; what is more waits here. 1,024–1 GiB. Default 262,144. */
  readonly softLimitBytes?: number;
  /** Bytes waiting in all, at which a client is closed with 1013. 1,024–1 GiB. Default 4,194,304. */
  readonly hardLimitBytes?: number;
  /**
   * Milliseconds a client may read nothing while messages wait, before it is closed with 1013. 100–3,600,000. Default
   * 10,000.
   */
  readonly stallMilliseconds?: number;
  /** Milliseconds between two judgements of the proof of an open connection. 100–3,600,000. Default 5000. */
  readonly proofMilliseconds?: number;
  /**
   * Milliseconds between two pings; a client that has not answered the previous one is cut. 100–3,600,000. Default
   * 30,000.
   */
  readonly pingIntervalMilliseconds?: number;
  /** Bytes of a client's message; more closes with 1009. 128–16 MiB. Default 65,536. */
  readonly maxMessageBytes?: number;
  /** Clients served in one turn of the event loop, 1–1,000,000. Default 1,000. */
  readonly sliceClients?: number;
  /** Clock for timeouts and pings. Default: the system clock. */
  readonly clock?: Clock;
}

export type ResolvedFanOutOptions<Event extends SequencedEvent> = Required<FanOutOptions<Event>>;

const GIB = 2 ** 30;

/** @throws KernelError OPTION_INVALID */
export function resolveFanOutOptions<Event extends SequencedEvent>(
  options: FanOutOptions<Event>,
): ResolvedFanOutOptions<Event> {
  return resolveOptions("createFanOut", options, fanOutRules<Event>());
}

/** One rule per option of a fan-out. */
export function fanOutRules<Event extends SequencedEvent>(): OptionRules<
  ResolvedFanOutOptions<Event>
> {
  return {
    source: portOption<EventSource<Event>>(["last", "since", "subscribe"]),
    dialect: portOption<Dialect<Event>>(["event", "reply"]),
    historyOnConnect: integerOption({ min: 0, max: 10_000, default: 20 }),
    ids: choiceOption(["subprotocol", "always"], { default: "subprotocol" }),
    isActedUpon: functionOption({ default: () => false }),
    conflateBy: functionOption({ default: () => undefined }),
    softLimitBytes: integerOption({ min: 1024, max: GIB, default: 262_144 }),
    hardLimitBytes: integerOption({ min: 1024, max: GIB, default: 4_194_304 }),
    stallMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 10_000 }),
    proofMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 5000 }),
    pingIntervalMilliseconds: integerOption({ min: 100, max: 3_600_000, default: 30_000 }),
    maxMessageBytes: integerOption({ min: 128, max: 16_777_216, default: 65_536 }),
    sliceClients: integerOption({ min: 1, max: 1_000_000, default: 1000 }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  };
}
