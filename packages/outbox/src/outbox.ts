/**
 * An outbox: entries that are written in the transaction of the change that causes them, and delivered afterwards, at
 * least once, by whichever process of the store claims them first.
 */

import {
  absentOr,
  anyText,
  checkJson,
  checkedCalls,
  objectOf,
  refuseArgument,
  seal,
  wholeNumber,
  type ArgumentRule,
  type CallSignatures,
  type Json,
  type Subscription,
  type Transaction,
} from "@bourse/kernel";

import { Courier } from "./delivery/courier.ts";
import type { Outcome } from "./delivery/deliver-claim.ts";
import { addEntry } from "./entries/add-entry.ts";
import { type DeadEntryPage, listDead, removeDead, retryDead } from "./entries/dead-letters.ts";
import { createDueTimes } from "./entries/due-times.ts";
import { outboxEntries, sealName } from "./entries/entry-document.ts";
import { measure, type OutboxFigures } from "./entries/measure.ts";
import { type OutboxOptions, type ResolvedOutboxOptions, resolveOutboxOptions } from "./options.ts";

/** An entry that is ready to be added. */
export interface PreparedEntry {
  /** Id of the entry, a UUID. */
  readonly id: string;
  /** Content, encrypted. */
  readonly sealed: string;
}

/** An outbox over a store. */
export interface Outbox<Payload extends Json = Json> {
  /**
   * Encrypts the content of an entry, at most 256 KiB of JSON: before the transaction that adds it, which must not wait
   * for anything else.
   *
   * @throws KernelError ARGUMENT_INVALID
   */
  prepare(payload: Payload): Promise<PreparedEntry>;
  /**
   * Adds an entry in the caller's transaction: when that is rolled back, nothing is delivered. Deliveries of entries
   * that were added in this process begin in the order in which they were added, unless one is tried again.
   *
   * @throws StoreError STORE_DUPLICATE when the entry was added before
   */
  add(tx: Pick<Transaction, "insert">, entry: PreparedEntry): Promise<void>;
  /**
   * Begins to deliver in the background: at once what is added from now on, and what is due at each poll. What waits in
   * a store that was set back, as by a backup, is held before it resolves. The loop keeps no process alive. Calling it
   * again has no effect.
   *
   * @throws StoreError
   */
  start(): Promise<void>;
  /** Delivers what is due now. Resolves to the number of entries that were delivered. @throws StoreError */
  deliverDue(): Promise<number>;
  /** Numbers of entries and the age of the oldest one that waits. @throws StoreError */
  measure(): Promise<OutboxFigures>;
  /** Lists dead letters, oldest first, 1–1000 a page, default 100. @throws StoreError STORE_CURSOR_INVALID */
  listDead(page?: { readonly limit?: number; readonly cursor?: string }): Promise<DeadEntryPage>;
  /** Makes a dead letter wait for delivery again. @throws OutboxError ENTRY_NOT_FOUND */
  retryDead(id: string): Promise<void>;
  /** Deletes a dead letter. @throws OutboxError ENTRY_NOT_FOUND */
  removeDead(id: string): Promise<void>;
  /**
   * Stops: begins no delivery any more, and waits for those under way. One that lasts longer than 5 s is broken off and
   * left to the next process. Close the outbox before its store.
   */
  close(): Promise<void>;
}

/** An outbox that has not been started. @throws KernelError OPTION_INVALID */
export function createOutbox<Payload extends Json = Json>(
  given: OutboxOptions<Payload>,
): Outbox<Payload> {
  // The payloads that it is given are the ones that it was told of.
  const options = resolveOutboxOptions(given as unknown as OutboxOptions);
  const { store, name, key, ids } = options;
  const dueTime = createDueTimes(options.clock);
  const courier = new Courier(options, outcomeCounter(options));
  gaugeEntries(options);
  let running: Promise<void> | undefined;
  let watching: Promise<Subscription> | undefined;
  const start = async (): Promise<void> => {
    watching ??= store.watch((news) => {
      const concerns = (collection: string): boolean => collection === outboxEntries.name;
      if (news.kind === "reset" || news.changes.some((one) => concerns(one.collection))) {
        courier.wake();
      }
    });
    await watching;
    await courier.check();
    running ??= courier.run();
  };
  const outbox: Outbox<Payload> = {
    prepare: async (payload) => {
      const id = ids.uuid();
      return { id, sealed: await seal(key, sealName(name, id), JSON.stringify(payload)) };
    },
    add: (tx, { id, sealed }) => addEntry(options, tx, { id, sealed }, dueTime()),
    start,
    deliverDue: () => courier.drain(),
    measure: () => measure(options),
    listDead: (page) => listDead(options, page),
    retryDead: (id) => retryDead(options, id),
    removeDead: (id) => removeDead(options, id),
    close: async () => {
      await (await watching)?.stop();
      await courier.stop();
      await running;
    },
  };
  return checkedCalls<Outbox<Payload>>(`outbox.${name}`, outbox, CALLS);
}

const MAX_PAYLOAD_BYTES = 262_144;

const payload: ArgumentRule = (argument, value) => {
  checkJson(value);
  if (JSON.stringify(value).length <= MAX_PAYLOAD_BYTES) return;
  refuseArgument(argument, `at most ${MAX_PAYLOAD_BYTES} characters of JSON`, value);
};
const transaction: ArgumentRule = (argument, value) => {
  const { insert } = (value ?? {}) as { readonly insert?: unknown };
  if (typeof insert === "function") return;
  refuseArgument(argument, "a transaction of the store", value);
};
const text = anyText;

const CALLS: CallSignatures<Outbox> = {
  prepare: { payload },
  add: { tx: transaction, entry: objectOf({ id: text, sealed: text }) },
  start: {},
  deliverDue: {},
  measure: {},
  listDead: {
    page: absentOr(
      objectOf({ limit: absentOr(wholeNumber({ min: 1, max: 1000 })), cursor: absentOr(text) }),
    ),
  },
  retryDead: { id: text },
  removeDead: { id: text },
  close: {},
};

function outcomeCounter({ metrics, name: box }: ResolvedOutboxOptions): (o: Outcome) => void {
  const count = metrics?.counter({
    name: "bourse_outbox_deliveries_total",
    help: "Deliveries of an outbox by their outcome: delivered, failed, dead, stopped.",
    labels: ["box", "outcome"],
  });
  return (outcome) => count?.({ box, outcome });
}

function gaugeEntries(options: ResolvedOutboxOptions): void {
  const { metrics, name: box } = options;
  metrics?.gauge(
    {
      name: "bourse_outbox_entries",
      help: "Entries of an outbox that wait for delivery, are held since the store was set back, or were given up.",
      labels: ["box", "status"],
    },
    async (set) => {
      const { waiting, held, dead } = await measure(options);
      set({ box, status: "waiting" }, waiting);
      set({ box, status: "held" }, held);
      set({ box, status: "dead" }, dead);
    },
  );
  metrics?.gauge(
    {
      name: "bourse_outbox_oldest_seconds",
      help: "Age of the oldest entry of an outbox that waits for delivery; 0 when none waits.",
      labels: ["box"],
    },
    async (set) => set({ box }, (await measure(options)).oldestSeconds),
  );
}
