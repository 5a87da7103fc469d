/** Options of an outbox, with their bounds and defaults. */

import {
  type Clock,
  type Ids,
  type Instruments,
  type Json,
  type Random,
  type Store,
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  systemIds,
  textOption,
} from "@bourse/kernel";
import { randomInteger } from "@bourse/kernel/platform";

import type { Watermark } from "./watermark.ts";

/** One delivery of an entry. */
export interface OutboxDelivery<Payload extends Json = Json> {
  /** Id of the entry, the same at every delivery: a receiver recognises repetitions by it. */
  readonly id: string;
  /** Content of the entry. */
  readonly payload: Payload;
  /** Number of this delivery, from 1. */
  readonly attempt: number;
  /** Aborted when the delivery takes too long, or the outbox is closed and does not wait any longer. */
  readonly signal: AbortSignal;
}

/** Failure of a delivery. */
export interface OutboxFailure {
  /** Id of the entry; null when the store could not be read or written. */
  readonly id: string | null;
  /** Number of the failed delivery, from 1; 0 without an entry. */
  readonly attempt: number;
  /** True when the entry was given up. */
  readonly dead: boolean;
  /** Error of the delivery or of the store. */
  readonly error: unknown;
}

/** Options of {@link createOutbox}. */
export interface OutboxOptions<Payload extends Json = Json> {
  /** Store that was opened with `outboxCollections`. The outbox does not close it. */
  readonly store: Store;
  /** 32 bytes that encrypt the payloads in the store; the same in every process that shares it. */
  readonly key: Uint8Array;
  /**
   * Delivers one entry. A rejection is a failure: the entry is delivered again later, unless the error is OutboxError
   * DELIVERY_REFUSED, which makes it a dead letter at once. It must recognise repetitions by the id.
   */
  readonly deliver: (delivery: OutboxDelivery<Payload>) => Promise<void>;
  /** Name of the outbox, which tells several of one store apart, 1–40 characters. Default `mail`. */
  readonly name?: string;
  /** Deliveries that may be under way at the same time in this process. 1–1000. Default 4. */
  readonly concurrency?: number;
  /** Time limit of one delivery in seconds. 1–600. Default 30. */
  readonly deliverySeconds?: number;
  /** Deliveries after which an entry becomes a dead letter. 1–100. Default 12, which is about 3 hours. */
  readonly maxAttempts?: number;
  /**
   * Seconds after which an entry that still waits becomes a dead letter, however few deliveries were begun.
   * 1–31,536,000. Default 30 days.
   */
  readonly maxAgeSeconds?: number;
  /** Deliveries to one group that may be under way at the same time in this process. 1–100. Default 4. */
  readonly groupConcurrency?: number;
  /** Delay before the second delivery in seconds; it doubles each time, ± 50 %. 1–3600. Default 10. */
  readonly firstRetrySeconds?: number;
  /** Longest delay between two deliveries in seconds. 1–86,400. Default 3600. */
  readonly longestRetrySeconds?: number;
  /** Seconds for which dead letters are kept. 0–31,536,000. Default 30 days. */
  readonly keepDeadSeconds?: number;
  /** Seconds for which delivered entries are kept, without encrypted content. 0–31,536,000. Default 0: not kept. */
  readonly keepDeliveredSeconds?: number;
  /**
   * Interval in seconds at which the outbox looks for entries that are due, beside those that it hears of when they
   * are added. 1–3600. Default 5.
   */
  readonly pollSeconds?: number;
  /**
   * Number beside a store that one process has at a time, by which a backup is recognised that was restored in its
   * place; else a history of the store alone tells it. Default: none.
   */
  readonly watermark?: Watermark;
  /**
   * Called with each failure, and with OutboxError STORE_SET_BACK when entries are held because the store was set back.
   * Default: nothing.
   */
  readonly onFailure?: (failure: OutboxFailure) => void;
  /**
   * Registry of metrics: `bourse_outbox_entries` (box, status), `bourse_outbox_oldest_seconds` (box) and
   * `bourse_outbox_deliveries_total` (box, outcome). Default: none.
   */
  readonly metrics?: Instruments;
  /** Source of the time of entries. Default: the system clock. */
  readonly clock?: Clock;
  /** Clock of this process, for time limits and polls. Default: the system clock. */
  readonly processClock?: Clock;
  /** Source of ids. Default: random UUIDs. */
  readonly ids?: Ids;
  /** Source of the jitter between deliveries. Default: random. */
  readonly random?: Pick<Random, "next">;
}

/** The options in force. */
export type ResolvedOutboxOptions = Readonly<
  Required<Omit<OutboxOptions, "onFailure" | "metrics" | "watermark">> & {
    /** Number beside the store; undefined for none. */
    watermark: Watermark | undefined;
    /** Listener to failures; undefined for none. */
    onFailure: ((failure: OutboxFailure) => void) | undefined;
    /** Registry of metrics; undefined for none. */
    metrics: Instruments | undefined;
  }
>;

const YEAR_SECONDS = 31_536_000;
const JITTER_STEPS = 2 ** 32 - 1;

const systemRandom: Pick<Random, "next"> = Object.freeze({
  next: () => randomInteger(JITTER_STEPS) / JITTER_STEPS,
});

/** The options in force. @throws KernelError OPTION_INVALID */
export function resolveOutboxOptions(given: OutboxOptions): ResolvedOutboxOptions {
  return resolveOptions<ResolvedOutboxOptions>("createOutbox", given, {
    store: portOption<Store>(["transaction", "find", "get", "count", "now", "history", "watch"]),
    key: {
      expected: "32 bytes",
      accepts: (value) => value instanceof Uint8Array && value.length === 32,
      absent: null,
    },
    deliver: functionOption<OutboxOptions["deliver"]>(),
    name: textOption({ default: "mail", maxLength: 40 }),
    concurrency: integerOption({ min: 1, max: 1000, default: 4 }),
    deliverySeconds: integerOption({ min: 1, max: 600, default: 30 }),
    maxAttempts: integerOption({ min: 1, max: 100, default: 12 }),
    maxAgeSeconds: integerOption({ min: 1, max: YEAR_SECONDS, default: 2_592_000 }),
    groupConcurrency: integerOption({ min: 1, max: 100, default: 4 }),
    firstRetrySeconds: integerOption({ min: 1, max: 3600, default: 10 }),
    longestRetrySeconds: integerOption({ min: 1, max: 86_400, default: 3600 }),
    keepDeadSeconds: integerOption({ min: 0, max: YEAR_SECONDS, default: 2_592_000 }),
    keepDeliveredSeconds: integerOption({ min: 0, max: YEAR_SECONDS, default: 0 }),
    pollSeconds: integerOption({ min: 1, max: 3600, default: 5 }),
    watermark: optional(portOption<Watermark>(["read", "write"])),
    onFailure: optional(functionOption<(failure: OutboxFailure) => void>()),
    metrics: optional(portOption<Instruments>(["counter", "gauge"])),
    clock: portOption<Clock>(["now"], { default: systemClock }),
    processClock: portOption<Clock>(["sleep", "now"], { default: systemClock }),
    ids: portOption<Ids>(["uuid"], { default: systemIds }),
    random: portOption<Pick<Random, "next">>(["next"], { default: systemRandom }),
  });
}
