/**
 * Idempotency keys: the same key with the same request is answered as the first time, for 24 hours, also after a crash.
 *
 * A key is claimed in a transaction together with what the request sets in motion, and finished in the transaction
 * that ends it. What ends without a trace lets go of its key again, so that a retry may try anew.
 */

import {
  frozenJson,
  hasCode,
  isBourseError,
  type BourseError,
  type Clock,
  type Json,
  type Store,
  type StoreReader,
  type Transaction,
} from "@bourse/kernel";

import { NodeError, type NodeErrorCode } from "../errors.ts";
import type { RequestIdentity } from "./identify-request.ts";
import { requestDocuments, type RequestDocument } from "./request-document.ts";

/** Time for which a key is remembered. */
const IDEMPOTENCY_SECONDS = 86_400;

/** Known state of a key: its first answer, or the operation that is still to answer. */
type Recalled =
  | { readonly state: "done"; readonly answer: Json }
  | { readonly state: "running"; readonly operationId: string };

export interface Idempotency {
  /**
   * Known state of the key; undefined for a new one.
   * @throws NodeError IDEMPOTENCY_MISMATCH for another request; the first answer itself when that was an error
   */
  recall(reader: StoreReader, identity: RequestIdentity): Promise<Recalled | undefined>;
  /** Takes the key for `operationId`, unless it is known: then as `recall`, and nothing is written. */
  claim(
    tx: Transaction,
    identity: RequestIdentity,
    operationId: string,
  ): Promise<Recalled | undefined>;
  /** Keeps the first answer. Without effect when the key is forgotten or finished. */
  finish(tx: Transaction, id: string, answer: Json): Promise<void>;
  /** Keeps an error as the first answer. */
  fail(tx: Transaction, id: string, error: BourseError): Promise<void>;
  /** Forgets the key: nothing came of the request. */
  release(tx: Transaction, id: string): Promise<void>;
  /**
   * Runs `perform` under the key. A retry gets the first answer, joins nothing (IDEMPOTENCY_RUNNING while the first
   * one runs here), and after a crash runs `perform` again with the same operation id, which must then go on instead
   * of beginning anew. An answer that `isFinal` denies is given but not kept, and so is an error other than those of
   * `finalErrors`; the operation id stays when `keepsGoing` says that the operation may still come to something.
   */
  run<Answer extends Json>(
    identity: RequestIdentity | undefined,
    operation: Operation<Answer>,
  ): Promise<Answer>;
}

interface Operation<Answer extends Json> {
  /** Creates the id of a new operation. */
  readonly newId: () => string;
  readonly perform: (operationId: string) => Promise<Answer>;
  /** True when the answer is final. Default: always. */
  readonly isFinal?: (answer: Answer) => boolean;
  /** Errors that are the last word: they are kept as the first answer. Any other leaves no trace and frees the key. */
  readonly finalErrors?: readonly NodeErrorCode[];
  /** Errors after which the operation goes on by itself: the key keeps its operation id for a retry. */
  readonly goesOnAfter?: readonly NodeErrorCode[];
}

export function createIdempotency(store: Store, clock: Clock): Idempotency {
  return new StoredIdempotency(store, clock);
}

class StoredIdempotency implements Idempotency {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Keys whose operation runs in this very process. */
  readonly #running = new Set<string>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async recall(reader: StoreReader, identity: RequestIdentity): Promise<Recalled | undefined> {
    const found = await reader.get(requestDocuments, identity.id);
    if (found === undefined || found.value.expiresAt <= this.#clock.now()) return undefined;
    const { value } = found;
    if (value.fingerprint !== identity.fingerprint) throw mismatch();
    if (value.state === "running") return { state: "running", operationId: value.operationId };
    if (value.error !== null) throw restored(value.error);
    return { state: "done", answer: value.answer };
  }

  async claim(
    tx: Transaction,
    identity: RequestIdentity,
    operationId: string,
  ): Promise<Recalled | undefined> {
    const known = await this.recall(tx, identity);
    if (known !== undefined) return known;
    const now = this.#clock.now();
    await this.release(tx, identity.id);
    await tx.insert(requestDocuments, {
      ...identity,
      operationId,
      state: "running",
      answer: null,
      error: null,
      expiresAt: now + IDEMPOTENCY_SECONDS * 1000,
    });
    // Twice as many go as come, so the collection never outgrows the keys of a day.
    const range = { lte: now };
    const old = await tx.find(requestDocuments, { index: "by_expiry", range, limit: 2 });
    for (const { value, version } of old.items) {
      await tx.delete(requestDocuments, value.id, version);
    }
    return undefined;
  }

  finish(tx: Transaction, id: string, answer: Json): Promise<void> {
    return this.#close(tx, id, { answer, error: null });
  }

  fail(tx: Transaction, id: string, error: BourseError): Promise<void> {
    const { code, message } = error;
    const details = frozenJson(error.details) as Json;
    return this.#close(tx, id, { answer: null, error: { code, message, details } });
  }

  async release(tx: Transaction, id: string): Promise<void> {
    await tx.delete(requestDocuments, id);
  }

  async run<Answer extends Json>(
    identity: RequestIdentity | undefined,
    operation: Operation<Answer>,
  ): Promise<Answer> {
    if (identity === undefined) return operation.perform(operation.newId());
    const { id } = identity;
    const mine = operation.newId();
    const known = await this.#store.transaction((tx) => this.claim(tx, identity, mine));
    if (known?.state === "done") return known.answer as Answer;
    if (this.#running.has(id)) throw running();
    this.#running.add(id);
    try {
      const answer = await operation.perform(known?.operationId ?? mine);
      if (operation.isFinal?.(answer) ?? true) {
        await this.#store.transaction((tx) => this.finish(tx, id, answer));
      }
      return answer;
    } catch (error) {
      await this.#store.transaction((tx) => this.#afterError(tx, id, error, operation));
      throw error;
    } finally {
      this.#running.delete(id);
    }
  }

  async #afterError(
    tx: Transaction,
    id: string,
    error: unknown,
    { finalErrors = [], goesOnAfter = [] }: Pick<Operation<Json>, "finalErrors" | "goesOnAfter">,
  ): Promise<void> {
    if (hasCode(error, ...finalErrors)) await this.fail(tx, id, error);
    // Whatever is no refusal of ours may have happened after the operation was set in motion: its id must stay.
    else if (isBourseError(error) && error instanceof NodeError && !hasCode(error, ...goesOnAfter))
      await this.release(tx, id);
  }

  async #close(
    tx: Transaction,
    id: string,
    outcome: Pick<RequestDocument, "answer" | "error">,
  ): Promise<void> {
    const found = await tx.get(requestDocuments, id);
    if (found === undefined || found.value.state === "done") return;
    const closed: RequestDocument = { ...found.value, ...outcome, state: "done" };
    await tx.replace(requestDocuments, closed, found.version);
  }
}

/** The first request with this key is under way. */
export function running(): NodeError {
  return new NodeError(
    "IDEMPOTENCY_RUNNING",
    "The first request with this Idempotency-Key is still under way; ask again with the same key in a few seconds.",
  );
}

function mismatch(): NodeError {
  return new NodeError(
    "IDEMPOTENCY_MISMATCH",
    "This Idempotency-Key was used for another request in the last 24 hours; send a new key with a new request.",
    { details: { field: "Idempotency-Key" } },
  );
}

function restored({ code, message, details }: NonNullable<RequestDocument["error"]>): NodeError {
  return new NodeError(code as NodeErrorCode, message, {
    details: details as Readonly<Record<string, unknown>>,
  });
}
