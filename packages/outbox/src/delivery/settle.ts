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
  const isSettled = await ifLeased(async () => {
    if (keepDeliveredSeconds === 0) {
      await store.delete(outboxEntries, entry.id, version);
      return;
    }
    const dueAt = (await store.now()) + keepDeliveredSeconds * 1000;
    const kept = { ...entry, status: "delivered", sealed: "", dueAt, error: null } as const;
    await store.replace(outboxEntries, kept, version);
  });
  if (isSettled) return;
  // What is held since the claim need not be decided any more.
  const found = await store.get(outboxEntries, entry.id);
  if (found?.value.status !== "held") return;
  await settleDelivered({ store, keepDeliveredSeconds }, { entry, version: found.version });
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
  await ifLeased(() =>
    store.replace(outboxEntries, { ...entry, status, dueAt, ...reason }, version),
  );
  return isDead;
}

/** Most entries that one look gives up. */
const OLD_BATCH = 100;

/** Makes dead letters of entries that have waited or were held for longer than the options allow. @throws StoreError */
export async function giveUpOld(options: ResolvedOutboxOptions): Promise<void> {
  for (const status of ["waiting", "held"] as const) await giveUpOldOf(options, status);
}

async function giveUpOldOf(
  { store, name, maxAgeSeconds, keepDeadSeconds }: ResolvedOutboxOptions,
  status: "waiting" | "held",
): Promise<void> {
  const now = await store.now();
  const range = { lt: now - maxAgeSeconds * 1000 };
  const old = { index: "by_created", equals: [name, status], range, limit: OLD_BATCH } as const;
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
  await ifLeased(async () => {
    const dueAt = await store.now();
    await store.replace(outboxEntries, { ...entry, attempts, dueAt }, version);
  });
}

/** False after a conflict: the lease has ended, and whoever has claimed the entry since settles it. */
async function ifLeased(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!hasCode(error, "STORE_CONFLICT")) throw error;
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
