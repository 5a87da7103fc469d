/**
 * Alerts to operators: each event of the log that the rules name becomes a message of each channel, at least once. The
 * log is written in the transactions of the events, so nothing is told that did not happen; the place in the log and
 * the message are committed together, so nothing is left out or told twice.
 */

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
  type Instruments,
  type Store,
} from "@bourse/kernel";
import {
  createOutbox,
  outboxEntries,
  type Outbox,
  type OutboxFigures,
  type Watermark,
} from "@bourse/outbox";

import { KEPT_EVENTS, newestSequence, readEvents } from "../events/event-log.ts";
import type { AlertChannel } from "./alert-channel.ts";
import type { AlertFacts } from "./alert-facts.ts";
import { ALERT_KINDS, type AlertKind, type LoggedEvent } from "./alert-kind.ts";
import { DEFAULT_ALERT_TEXTS, type AlertTexts } from "./alert-texts.ts";
import { alertChannels, newState, type ChannelState } from "./channel-state.ts";
import { channelsOption } from "./channels-option.ts";
import { deliverAlert, type AlertEntry } from "./deliver-alert.ts";
import { nextMessage, withLost, type MessageRules } from "./next-message.ts";
import { parseQuietHours, type QuietHours } from "./quiet-hours.ts";

/** Options of {@link openAlerts}. */
export interface AlertOptions {
  /** Store of the service, opened with `backtestCollections`. */
  readonly store: Store;
  /** 32 bytes that encrypt the messages in the store; the same in every process that shares it. */
  readonly key: Uint8Array;
  /** Channels that every message goes to, each with a name of its own. */
  readonly channels: readonly AlertChannel[];
  /** Kinds of the events that are alerted, each named once. Default: all of {@link ALERT_KINDS}. */
  readonly kinds?: readonly AlertKind[];
  /**
   * Texts in place of the default ones, by kind. The default one is told where a text throws or is none. Default: none.
   */
  readonly texts?: Partial<AlertTexts>;
  /**
   * Hours in which only urgent alerts are sent (the kill switch, and sessions that have halted), such as
   * `22:00-07:00 Europe/Berlin`; the others come when they end. Default: none.
   */
  readonly quietHours?: string | undefined;
  /** Maximum number of messages of a channel within any hour; urgent ones are not held. 1–1000. Default 20. */
  readonly maxPerHour?: number;
  /** Name of the service in the messages, 1–100 characters. Default `bourse-backtest`. */
  readonly service?: string;
  /** Number beside a store that one process has at a time, by which a restored backup is recognised. Default: none. */
  readonly watermark?: Watermark;
  /** Registry of metrics, in which the messages are the outbox `alerts`. Default: none. */
  readonly metrics?: Instruments | undefined;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /** Called with each failure of a message and of the store, without secrets. Default: no-op. */
  readonly onError?: (error: unknown) => void;
}

/** Alerts that can be started. */
export interface Alerts {
  /** Begins to look at events and to send. What happened before the first start of a channel is not told. */
  start(): Promise<void>;
  /** Looks at the events until now, and adds at most one message of each channel. @throws StoreError */
  look(): Promise<void>;
  /** Delivers what is due. Resolves to the number of messages that were taken. @throws StoreError */
  deliverDue(): Promise<number>;
  /** Numbers of messages that wait, are held, or were given up. @throws StoreError */
  measure(): Promise<OutboxFigures>;
  /** Stops looking and sending; waits at most 5 s for what is under way. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at the log. */
const LOOK_MILLISECONDS = 1000;

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly outbox: Outbox<AlertEntry>;
  readonly rules: Omit<MessageRules, "maxLength">;
}

/** Opens the alerts of a service, not started. @throws KernelError OPTION_INVALID */
export function openAlerts(given: AlertOptions): Alerts {
  const options = resolveOptions<Resolved>("openAlerts", given, RULES);
  const { store, key, channels, clock, onError, metrics, watermark } = options;
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  const outbox = createOutbox<AlertEntry>({
    store,
    key,
    name: "alerts",
    // An hour without the receiver's service, and then looks every ten minutes for about a day.
    firstRetrySeconds: 10,
    longestRetrySeconds: 600,
    maxAttempts: 100,
    maxAgeSeconds: 2 * 86_400,
    pollSeconds: 1,
    clock,
    processClock: clock,
    deliver: (delivery) => deliverAlert({ store, channels: byName }, delivery),
    onFailure: ({ error }) => onError(error),
    ...(metrics !== undefined && { metrics }),
    ...(watermark !== undefined && { watermark }),
  });
  const isQuiet: QuietHours =
    options.quietHours === undefined ? () => false : parseQuietHours(options.quietHours);
  const { kinds, maxPerHour, service } = options;
  const texts = safeTexts(options.texts, onError);
  const rules = { kinds: new Set(kinds), texts, isQuiet, maxPerHour, service };
  const parts: Parts = { store, clock, outbox, rules };
  const look = async (): Promise<void> => {
    for (const channel of channels) await lookFor(parts, channel);
  };
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  return Object.freeze<Alerts>({
    start: async () => {
      await look();
      await outbox.start();
      running ??= lookAgain(look, clock, stopping.signal, onError);
    },
    look,
    deliverDue: () => outbox.deliverDue(),
    measure: () => outbox.measure(),
    close: async () => {
      stopping.abort();
      await running;
      await outbox.close();
    },
  });
}

/** The texts in force: a faulty one of the host must not keep an operator from being told. */
function safeTexts(given: Partial<AlertTexts>, onError: (error: unknown) => void): AlertTexts {
  const safe = <Kind extends AlertKind>(kind: Kind): AlertTexts[Kind] => {
    const text: AlertTexts[Kind] = given[kind] ?? DEFAULT_ALERT_TEXTS[kind];
    const told = (facts: AlertFacts<Kind>): string => {
      try {
        const line: unknown = text(facts);
        if (typeof line === "string" && line.trim() !== "") return line;
        onError(new TypeError(`The text of the alerts ${kind} has returned no text.`));
      } catch (error) {
        onError(error);
      }
      return DEFAULT_ALERT_TEXTS[kind](facts);
    };
    return told as AlertTexts[Kind];
  };
  return Object.fromEntries(ALERT_KINDS.map((kind) => [kind, safe(kind)])) as AlertTexts;
}

/** Never rejects. */
async function lookAgain(
  look: () => Promise<void>,
  clock: Clock,
  stopping: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (await pauseInBackground(clock, LOOK_MILLISECONDS, stopping)) await look().catch(onError);
}

/** Adds the next message of a channel whose last one has ended: messages of a channel come in their order. */
async function lookFor(
  { store, clock, outbox, rules }: Parts,
  { name, maxLength }: AlertChannel,
): Promise<void> {
  const found = await store.get(alertChannels, name);
  if (found === undefined) {
    const state = newState(name, await newestSequence(store));
    await store.transaction(async (tx) => {
      if ((await tx.get(alertChannels, name)) === undefined) await tx.insert(alertChannels, state);
    });
    return;
  }
  const { value: before, version } = found;
  if (before.outstanding !== null && (await isUnderWay(store, before.outstanding))) return;
  const { state: caughtUp, events } = await eventsAfter(store, before);
  const idle = { ...caughtUp, outstanding: null, begun: null };
  const { state, content } = nextMessage(idle, events, clock.now(), { ...rules, maxLength });
  const entry = content && (await outbox.prepare({ channel: name, ...content }));
  const next = { ...state, outstanding: entry?.id ?? null };
  if (entry === undefined && isSame(before, next)) return;
  await store.transaction(async (tx) => {
    const current = await tx.get(alertChannels, name);
    // Another process was faster: what it has added is under way.
    if (current?.version !== version) return;
    await tx.replace(alertChannels, next, version);
    if (entry !== undefined) await outbox.add(tx, entry);
  });
}

/** False once a message was taken, given up or dropped. */
async function isUnderWay(store: Store, id: string): Promise<boolean> {
  const status = (await store.get(outboxEntries, id))?.value.status;
  return status === "waiting" || status === "held";
}

/** The events that a channel has not looked at; those that the log no longer has are counted. */
async function eventsAfter(
  store: Store,
  before: ChannelState,
): Promise<{ readonly state: ChannelState; readonly events: readonly LoggedEvent[] }> {
  const lost = (await newestSequence(store)) - KEPT_EVENTS - before.cursor;
  const state = lost > 0 ? withLost(before, lost) : before;
  return { state, events: await readEvents<LoggedEvent>(store, state.cursor) };
}

function isSame(one: ChannelState, other: ChannelState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type Resolved = Readonly<
  Required<Omit<AlertOptions, "quietHours" | "watermark" | "metrics">> &
    Pick<AlertOptions, "quietHours" | "watermark" | "metrics">
>;

function isTexts(value: unknown): value is Partial<AlertTexts> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(
      ([kind, text]) => ALERT_KINDS.includes(kind as AlertKind) && typeof text === "function",
    )
  );
}

const RULES = {
  store: portOption<Store>(["transaction", "find", "get", "count", "now", "history", "watch"]),
  key: {
    expected: "32 bytes",
    accepts: (value: unknown): value is Uint8Array =>
      value instanceof Uint8Array && value.length === 32,
    absent: null,
  },
  channels: channelsOption,
  kinds: {
    expected: `some of ${ALERT_KINDS.join(", ")}`,
    accepts: (value: unknown): value is readonly AlertKind[] =>
      Array.isArray(value) && value.every((kind) => ALERT_KINDS.includes(kind as AlertKind)),
    absent: () => ALERT_KINDS,
  },
  texts: {
    expected: `an object with functions, of ${ALERT_KINDS.join(", ")}`,
    accepts: isTexts,
    absent: () => ({}),
  },
  quietHours: optional(textOption({ maxLength: 100 })),
  maxPerHour: integerOption({ min: 1, max: 1000, default: 20 }),
  service: textOption({ default: "bourse-backtest", maxLength: 100 }),
  watermark: optional(portOption<Watermark>(["read", "write"])),
  metrics: optional(portOption<Instruments>(["counter", "gauge"])),
  clock: portOption<Clock>(["now", "sleep"], { default: systemClock }),
  onError: functionOption<(error: unknown) => void>({ default: () => undefined }),
};
