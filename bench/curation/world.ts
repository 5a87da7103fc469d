/**
 * A store full of markets and drafts. One of each is made by the core's own calls; the others are copies of its
 * document with other words, tags and times, written in bulk.
 */

import { createPasswordHasher } from "@bourse/credentials";
import { createCurationCore, type CurationCore } from "@bourse/curation-core";
import {
  seededIds,
  seededRandom,
  type Collection,
  type Entity,
  type Random,
  type Store,
} from "@bourse/kernel";

export const ADMIN_EMAIL = "admin@example.com";
export const PASSWORD = "correct horse battery";
const MASTER_KEY: Uint8Array = new Uint8Array(32).fill(1);

export interface WorldSize {
  readonly markets: number;
  /** Half of them pending, a quarter in review, the others approved. */
  readonly drafts: number;
}

const DAY = 86_400_000;
const WORDS = 5000;
const TAGS = 200;
/** Documents of one transaction. */
const BATCH = 2000;

/** Fills an empty store and leaves it open. */
export async function fillWorld(store: Store, size: WorldSize): Promise<void> {
  const now = Date.now();
  const core = await openCore(store);
  const { draft, market } = await makeTemplates(store, core, now);
  await core.close();
  const random = seededRandom("bench");
  const ids = seededIds("bench");
  let change = 1_000_000;
  await insertAll(store, "markets", size.markets, (at) => ({
    ...market,
    id: ids.uuid(),
    draftId: ids.uuid(),
    questionText: sentence(random),
    summary: sentence(random),
    topicTags: tagsOf(random),
    createdAt: now - at * 1000,
    resolutionDeadline: now + DAY * (2 + random.below(170)),
    change: ++change,
  }));
  await insertAll(store, "drafts", size.drafts, (at) => ({
    ...draft,
    id: ids.uuid(),
    draftData: {
      ...draft.draftData,
      questionText: sentence(random),
      topicTags: tagsOf(random),
    },
    status: ["pending", "pending", "in_review", "approved"][at % 4],
    qualityScore: random.below(101) / 100,
    createdAt: now - at * 1000,
    submittedAt: now - at * 1000,
    change: ++change,
  }));
  const counters = collectionOf(store, "counters");
  const counter = await store.get(counters, "sequence");
  if (counter === undefined) throw new Error("the core has no counter");
  await store.replace(counters, { id: "sequence", value: change } as Entity, counter.version);
}

/** A core as the bench uses it: hashes that cost little, limits that nobody meets. */
export function openCore(store: Store): Promise<CurationCore> {
  return createCurationCore({
    store,
    masterKey: MASTER_KEY,
    openDraftsPerAuthor: 100_000,
    hasher: createPasswordHasher({ memoryKibibytes: 8, passes: 1 }),
    adminEmails: [ADMIN_EMAIL],
    accessTokenTtlSeconds: 3600,
    keyPublishSeconds: 0,
    registrationsPerHour: 10_000,
  });
}

type Fields = Entity & Readonly<Record<string, unknown>> & { readonly draftData: object };

async function makeTemplates(
  store: Store,
  core: CurationCore,
  now: number,
): Promise<{ readonly draft: Fields; readonly market: Fields }> {
  const walletAddress = `0x${"1".repeat(40)}`;
  const adminCode = (await core.admins.renewCodes(new Map())).codes.get(ADMIN_EMAIL) ?? "";
  const admin = { username: "chief", email: ADMIN_EMAIL, password: PASSWORD, adminCode };
  const { token } = await core.accounts.register({ walletAddress, ...admin });
  const actor = await core.guard.identify(`Bearer ${token}`);
  const draftData = {
    questionText: "Will the template be copied before the end of the year?",
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolutionSources: [{ sourceUrl: "https://api.example.com", sourceType: "api" as const }],
    resolutionDeadline: new Date(now + 90 * DAY).toISOString(),
  };
  const pending = await core.drafts.create(actor, { draftData });
  const draft = await store.get(collectionOf(store, "drafts"), pending.id);
  const approved = await core.review.approve(actor, pending.id);
  const market = await store.get(collectionOf(store, "markets"), approved.marketId ?? "");
  if (draft === undefined || market === undefined) throw new Error("the core made no templates");
  return { draft: draft.value as Fields, market: market.value as Fields };
}

async function insertAll(
  store: Store,
  name: string,
  count: number,
  documentAt: (at: number) => Entity,
): Promise<void> {
  const collection = collectionOf(store, name);
  for (let start = 0; start < count; start += BATCH) {
    const end = Math.min(count, start + BATCH);
    await store.transaction(async (tx) => {
      for (let at = start; at < end; at += 1) await tx.insert(collection, documentAt(at));
    });
  }
}

function collectionOf(store: Store, name: string): Collection<Entity> {
  const collection = store.collections.get(name);
  if (collection === undefined) throw new Error(`the store has no collection ${name}`);
  return collection;
}

/** Some words are frequent and most are rare, as in a language. */
export function wordOf(rank: number): string {
  return `word${rank.toString(36)}`;
}

function sentence(random: Random): string {
  const words = Array.from({ length: 12 }, () => wordOf(Math.floor(WORDS * random.next() ** 3)));
  return `Will ${words.join(" ")} by 2026?`;
}

function tagsOf(random: Random): string[] {
  const tags = Array.from({ length: 3 }, () => `tag${Math.floor(TAGS * random.next() ** 2)}`);
  return [...new Set(tags)];
}
