/**
 * Shares and gas of API keys by UTC day. A transaction counts with the gas that it is expected to use before it is
 * enqueued, and with what its receipt says once it is final.
 */

import {
  defineCollection,
  type Clock,
  type Collection,
  type Entity,
  type StoreReader,
  type Transaction,
} from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import type { KeyHolder, KeyQuota } from "./key-holder.ts";
import type { KeyWork } from "./key-work.ts";

/** Shares and gas that a key has used in a UTC day. */
export interface KeyUse {
  readonly shares: number;
  /** Units of gas. */
  readonly gas: number;
}

export const NO_USE: KeyUse = { shares: 0, gas: 0 };

/** Use of one key in one UTC day; the id is `<key id>:<day>`. */
export interface KeyUseDocument extends Entity, KeyUse {
  /** UTC day, such as 2026-11-28. */
  readonly day: string;
}

/** Store collection of what API keys have used. */
export const keyUseDocuments: Collection<KeyUseDocument, "by_day"> =
  defineCollection<KeyUseDocument>()({ name: "key_use", indexes: { by_day: { fields: ["day"] } } });

/** Transaction that counts for a key; its id is that of the lane. Kept past its end, so that it never counts twice. */
export interface KeyWorkDocument extends KeyWork, Entity {
  /** The key and those that it descends from. */
  readonly keyIds: readonly string[];
  /** UTC day for which it counts. */
  readonly day: string;
  /** True until the gas that it has used is known. */
  readonly isOpen: boolean;
}

/** Store collection of the transactions that count for API keys. */
export const keyWorkDocuments: Collection<KeyWorkDocument, "by_state"> =
  defineCollection<KeyWorkDocument>()({
    name: "key_work",
    indexes: { by_state: { fields: ["isOpen", "day"] } },
  });

const DAY_MILLISECONDS = 86_400_000;

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Use of a key in this UTC day. */
export async function usedToday(
  reader: Pick<StoreReader, "get">,
  clock: Clock,
  keyId: string,
): Promise<KeyUse> {
  const found = await reader.get(keyUseDocuments, `${keyId}:${dayOf(clock.now())}`);
  return found?.value ?? NO_USE;
}

/**
 * Refuses work that is over a bound of the day for the key or for one that it descends from, and counts nothing.
 *
 * @throws NodeError KEY_LIMIT_REACHED; FORBIDDEN for work that a whole day of the key cannot hold
 */
export async function checkUse(
  reader: Pick<StoreReader, "get">,
  clock: Clock,
  { id, quotas = [] }: KeyHolder,
  work: KeyWork,
): Promise<void> {
  for (const quota of quotas) {
    const whose = quota.keyId === id ? "This API key" : "The API key that this one descends from";
    const used = await usedToday(reader, clock, quota.keyId);
    if (work.gas > quota.gasPerDay) throw neverFits(whose, quota, work);
    if (used.shares + work.shares > quota.sharesPerDay) {
      throw reached(
        clock,
        `${whose} may make ${quota.sharesPerDay} shares a day, and has made them`,
      );
    }
    if (used.gas + work.gas > quota.gasPerDay) {
      throw reached(
        clock,
        `${whose} may use ${quota.gasPerDay} units of gas a day, of which ${Math.max(0, quota.gasPerDay - used.gas)} are left, and this call is expected to use ${work.gas}`,
      );
    }
  }
}

/**
 * Counts work against the bounds of its key and of those that it descends from when `tx` is committed, or refuses it.
 * The same work counts once.
 *
 * @throws NodeError KEY_LIMIT_REACHED, FORBIDDEN
 */
export async function countWork(
  tx: Transaction,
  clock: Clock,
  holder: KeyHolder,
  work: KeyWork,
): Promise<void> {
  const { quotas = [] } = holder;
  if (quotas.length === 0 || (await tx.get(keyWorkDocuments, work.id)) !== undefined) return;
  await checkUse(tx, clock, holder, work);
  const day = dayOf(clock.now());
  const keyIds = quotas.map(({ keyId }) => keyId);
  await addUse(tx, keyIds, day, work);
  await tx.insert(keyWorkDocuments, { ...work, keyIds, day, isOpen: true });
  await forgetOld(tx, clock);
}

/** End of a transaction, for {@link settleWork}. */
export interface WorkEnd {
  /** True when the chain has executed it, whatever came of it. */
  readonly isExecuted: boolean;
  /** Units of gas of its receipt; null where there is none, or it does not tell. */
  readonly gasUsed: number | null;
}

/**
 * Replaces the expected gas of a transaction by what it has used. One that the chain has not executed is no share, and
 * uses what giving its nonce up has cost. Without effect for a transaction that is settled or counts for no key.
 */
export async function settleWork(
  tx: Transaction,
  id: string,
  { isExecuted, gasUsed }: WorkEnd,
): Promise<void> {
  const found = await tx.get(keyWorkDocuments, id);
  if (found === undefined || !found.value.isOpen) return;
  const { shares, gas, allowanceGas, keyIds, day } = found.value;
  const paid = isExecuted ? (gasUsed === null ? gas : gasUsed + allowanceGas) : (gasUsed ?? 0);
  const change = { shares: isExecuted ? 0 : -shares, gas: paid - gas };
  await addUse(tx, keyIds, day, change);
  await tx.replace(keyWorkDocuments, { ...found.value, gas: paid, isOpen: false }, found.version);
}

async function addUse(
  tx: Transaction,
  keyIds: readonly string[],
  day: string,
  { shares, gas }: KeyUse,
): Promise<void> {
  for (const keyId of keyIds) {
    const id = `${keyId}:${day}`;
    const found = await tx.get(keyUseDocuments, id);
    if (found === undefined) {
      await tx.insert(keyUseDocuments, { id, day, shares, gas });
    } else {
      const { value, version } = found;
      const used = { shares: value.shares + shares, gas: value.gas + gas };
      await tx.replace(keyUseDocuments, { ...value, ...used }, version);
    }
  }
}

/** Days for which counts are kept: an idempotent retry comes within 24 hours. */
const DAYS_KEPT = 3;

/** Twice as many go as come, so the collections never outgrow some days. */
async function forgetOld(tx: Transaction, clock: Clock): Promise<void> {
  const range = { lt: dayOf(clock.now() - DAYS_KEPT * DAY_MILLISECONDS) };
  const [use, work] = await Promise.all([
    tx.find(keyUseDocuments, { index: "by_day", range, limit: 20 }),
    tx.find(keyWorkDocuments, { index: "by_state", equals: [false], range, limit: 2 }),
  ]);
  for (const { value, version } of use.items) await tx.delete(keyUseDocuments, value.id, version);
  for (const { value, version } of work.items) await tx.delete(keyWorkDocuments, value.id, version);
}

function reached(clock: Clock, sentence: string): NodeError {
  const now = clock.now();
  const next = (Math.floor(now / DAY_MILLISECONDS) + 1) * DAY_MILLISECONDS;
  return new NodeError(
    "KEY_LIMIT_REACHED",
    `${sentence}. Nothing was sent; the next day begins at ${new Date(next).toISOString()}.`,
    { details: { retryAfterSeconds: Math.ceil((next - now) / 1000) } },
  );
}

function neverFits(whose: string, { gasPerDay }: KeyQuota, { gas }: KeyWork): NodeError {
  return new NodeError(
    "FORBIDDEN",
    `${whose} may use ${gasPerDay} units of gas a day, and this call alone is expected to use ${gas}. Nothing was sent.`,
  );
}
