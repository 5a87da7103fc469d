/** A curation with a clock that stands still and hashes that cost nothing. */
import { createPasswordHasher } from "@bourse/credentials";
import { type ManualClock, type Store, createManualClock, createMemoryStore } from "@bourse/kernel";

import {
  type Actor,
  type CurationCore,
  type CurationCoreOptions,
  type DraftData,
  createCurationCore,
  curationCollections,
} from "../../src/index.ts";

export const START: number = Date.UTC(2026, 0, 1);
export const DAY: number = 86_400_000;
export const ADMIN_EMAIL = "root@example.com";
export const PASSWORD = "correct horse battery";

export interface Fixture {
  readonly core: CurationCore;
  readonly clock: ManualClock;
  readonly store: Store;
  /** A registered author without roles. */
  readonly author: Actor;
  readonly admin: Actor;
  readonly curator: Actor;
  readonly other: Actor;
  /** Another registered account, with these roles. */
  readonly join: (username: string, roles?: Actor["roles"]) => Promise<Actor>;
  /** Another instance on the same store, with changed options. */
  readonly again: (changes?: Partial<CurationCoreOptions>) => Promise<CurationCore>;
}

export async function fixture(options: Partial<CurationCoreOptions> = {}): Promise<Fixture> {
  const clock = createManualClock({ now: START });
  const store = options.store ?? createMemoryStore({ collections: curationCollections });
  const hasher = createPasswordHasher({ memoryKibibytes: 8, passes: 1, maxQueued: 1000 });
  const again = (changes: Partial<CurationCoreOptions> = {}): Promise<CurationCore> =>
    createCurationCore({
      store,
      masterKey: new Uint8Array(32).fill(7),
      hasher,
      clock,
      keyPublishSeconds: 0,
      adminEmails: [ADMIN_EMAIL],
      ...options,
      ...changes,
    });
  const core = await again();
  let people = 0;
  const register = async (username: string, login: object = {}): Promise<Actor> => {
    const walletAddress = `0x${(0xa000 + people++).toString(16).padStart(40, "0")}`;
    const { token } = await core.accounts.register({ walletAddress, username, ...login });
    return await core.guard.identify(`Bearer ${token}`);
  };
  const { codes } = await core.admins.renewCodes(new Map());
  const adminCode = codes.get(ADMIN_EMAIL);
  const reserved = { email: ADMIN_EMAIL, password: PASSWORD, adminCode };
  const admin = await register("rita", adminCode === undefined ? {} : reserved);
  const join = async (username: string, roles: Actor["roles"] = []): Promise<Actor> => {
    const actor = await register(username);
    if (roles.length > 0) await core.users.setRoles(admin, actor.id, roles);
    return { ...actor, roles };
  };
  const author = await join("author");
  const curator = await join("carol", ["curator"]);
  const other = await join("carl", ["curator"]);
  return { core, clock, store, author, admin, curator, other, join, again };
}

/** A specification without errors or warnings. */
export function specification(change: DraftData = {}): DraftData {
  return {
    questionText: "Will Bitcoin close above 100,000 USD by 31 March 2026?",
    summary: "The daily close of BTC against USD.",
    topicTags: ["crypto", "bitcoin"],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolutionSources: [{ sourceUrl: "https://api.example.com/btc", sourceType: "api" }],
    triggerCondition: "A daily close above 100,000 USD.",
    fallbackLogic: "The median of three exchanges.",
    invalidationClause: "Invalid when no exchange reports.",
    resolutionDeadline: new Date(START + 90 * DAY).toISOString(),
    ...change,
  };
}

/** The code of what `work` rejects with, or `"resolved"`. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "resolved",
    (error: { code?: string; message: string }) => error.code ?? `no code: ${error.message}`,
  );
}
