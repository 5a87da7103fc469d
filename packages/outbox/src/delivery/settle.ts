/** The ends of a delivery, as the store keeps them. */

import { hasCode } from "@bourse/kernel";

import { outboxEntries } from "../entries/entry-document.ts";
import type { ResolvedOutboxOptions } from "../options.ts";
import type { Claim } from "./claim.ts";
import { retryDelay } from "./retry-delay.ts";

const MAX_ERROR_LENGTH = 500;

/** Removes a delivered entry, or keeps it without its encrypted content for as long as the options say. */
export async function settleDelivered(
  { store, keepDeliveredSeconds }: Pick<ResolvedOutboxOptions, "store" | "keepDeliveredSeconds">,
  { entry, version }: Claim,
): Promise<void> {
  await ifHeld(async () => {
    if (keepDeliveredSeconds === 0) {
      await store.delete(outboxEntries, entry.id, version);
      return;
    }
    const dueAt = (await store.now()) + keepDeliveredSeconds * 1000;
    const kept = { ...entry, status: "delivered", sealed: "", dueAt, error: null } as const;
    await store.replace(outboxEntries, kept, version);
  });
}

/** Plans the next delivery of an entry, or gives it up. Resolves to true when it is a dead letter now. */
export async function settleFailed(
  options: ResolvedOutboxOptions,
  { entry, version }: Claim,
  error: unknown,
): Promise<boolean> {
  const { store, maxAttempts, keepDeadSeconds } = options;
  const isDead = entry.attempts >= maxAttempts || hasCode(error, "DELIVERY_REFUSED");
  const delay = isDead ? keepDeadSeconds * 1000 : retryDelay(options, entry.attempts);
  const dueAt = (await store.now()) + delay;
  const status = isDead ? "dead" : "waiting";
  const reason = { error: messageOf(error).slice(0, MAX_ERROR_LENGTH).toWellFormed() };
  await ifHeld(() => store.replace(outboxEntries, { ...entry, status, dueAt, ...reason }, version));
  return isDead;
}

/** Most entries that one look gives up. */
const OLD_BATCH = 100;

/** Makes dead letters of entries that have waited for longer than the options allow. @throws StoreError */
export async function giveUpOld(options: ResolvedOutboxOptions): Promise<void> {
  const { store, name, maxAgeSeconds, keepDeadSeconds } = options;
  const now = await store.now();
  const range = { lt: now - maxAgeSeconds * 1000 };
  const old = { index: "by_created", equals: [name, "waiting"], range, limit: OLD_BATCH } as const;
  if ((await store.find(outboxEntries, { ...old, limit: 1 })).items.length === 0) return;
  await store.transaction(async (tx) => {
    for (const { value, version } of (await tx.find(outboxEntries, old)).items) {
      const error = value.error ?? "It has waited for too long.";
      const dueAt = now + keepDeadSeconds * 1000;
      await tx.replace(outboxEntries, { ...value, status: "dead", dueAt, error }, version);
    }
  });
}

/** Gives a claimed entry back that this process does not deliver, because it stops. */
export async function giveBack(
  { store }: Pick<ResolvedOutboxOptions, "store">,
  { entry, version }: Claim,
): Promise<void> {
  const attempts = entry.attempts - 1;
  await ifHeld(async () => {
    const dueAt = await store.now();
    await store.replace(outboxEntries, { ...entry, attempts, dueAt }, version);
  });
}

/** Passes over a conflict: the lease has ended, and whoever has claimed the entry since settles it. */
async function ifHeld(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!hasCode(error, "STORE_CONFLICT")) throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
