/**
 * Protection against a store that was set back, by a backup that was restored or by a standby that took over: what
 * waits in it may have been delivered since. It is recognised by the history of the store, and where one process has
 * the store to itself by a number beside it, which goes up before each delivery. Then all that waits is held.
 */

import type { Transaction } from "@bourse/kernel";

import { type OutboxMarkDocument, outboxMarks } from "../entries/mark-document.ts";
import { OutboxError } from "../errors.ts";
import { holdWaiting } from "../held/held-entries.ts";
import type { ResolvedOutboxOptions } from "../options.ts";

type Parts = Pick<ResolvedOutboxOptions, "store" | "name" | "watermark" | "onFailure">;
type Seen = number | "missing" | "copied" | undefined;

export class SetBackGuard {
  readonly #parts: Parts;
  /** History that the mark has; undefined before it was compared. */
  #history: string | undefined;
  #checking: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Holds what waits in a store that was set back, at the first call and after each change of the history. */
  async check(): Promise<void> {
    const history = await this.#parts.store.history();
    if (this.#history === history) return;
    await (this.#checking ??= this.#compare(history).finally(() => (this.#checking = undefined)));
  }

  async #compare(history: string): Promise<void> {
    const { store, name, watermark, onFailure } = this.#parts;
    const seen = await watermark?.read(name);
    const now = await store.now();
    const { number, holdBefore } = await store.transaction(async (tx) => {
      const found = await tx.get(outboxMarks, name);
      const known = found?.value ?? { id: name, history, number: 0, holdBefore: null };
      const mark = compared(known, { history, seen, now });
      if (found === undefined) await tx.insert(outboxMarks, mark);
      else if (mark !== known) await tx.replace(outboxMarks, mark, found.version);
      return mark;
    });
    await watermark?.write(name, number);
    if (holdBefore !== null) {
      const held = await holdWaiting(store, name, holdBefore);
      await this.#ended(holdBefore);
      if (held > 0) onFailure?.({ id: null, attempt: 0, dead: false, error: setBack(name, held) });
    }
    this.#history = history;
  }

  /** True while the history is the one that was compared: claims of before may be delivered. */
  async isSame(): Promise<boolean> {
    return this.#history === (await this.#parts.store.history());
  }

  async #ended(holdBefore: number): Promise<void> {
    const { store, name } = this.#parts;
    await store.transaction(async (tx) => {
      const found = await tx.get(outboxMarks, name);
      // Another process may have noticed another one meanwhile.
      if (found?.value.holdBefore !== holdBefore) return;
      await tx.replace(outboxMarks, { ...found.value, holdBefore: null }, found.version);
    });
  }
}

/** Counts claims up in their transaction, for the watermark. @throws StoreError */
export async function countClaims({ name }: Pick<Parts, "name">, tx: Transaction): Promise<number> {
  const found = await tx.get(outboxMarks, name);
  if (found === undefined) return 0;
  const number = found.value.number + 1;
  await tx.replace(outboxMarks, { ...found.value, number }, found.version);
  return number;
}

function compared(
  known: OutboxMarkDocument,
  { history, seen, now }: { readonly history: string; readonly seen: Seen; readonly now: number },
): OutboxMarkDocument {
  const isSetBack = known.history !== history || isOlder(known.number, seen);
  if (seen === undefined && !isSetBack) return known;
  const last = Math.max(known.number, typeof seen === "number" ? seen : 0);
  const number = seen === undefined ? known.number : last + 1;
  return { ...known, history, number, holdBefore: isSetBack ? now : known.holdBefore };
}

function isOlder(number: number, seen: Seen): boolean {
  if (seen === "missing") return number > 0;
  return seen === "copied" || (seen !== undefined && seen > number);
}

function setBack(box: string, held: number): OutboxError {
  return new OutboxError(
    "STORE_SET_BACK",
    `The store was set back, as by a backup: ${held} entries of the outbox "${box}" are held, because they may have been ` +
      "delivered since. Release or drop them.",
    { details: { held } },
  );
}
