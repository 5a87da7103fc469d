/** Challenges: 256 random bits, answered once, within five minutes, by one account, for one login or session. */

import type { Clock, Store, StoreReader, Transaction } from "@bourse/kernel";
import { randomBytes, sha256, toBase64url } from "@bourse/kernel/platform";

import {
  type ChallengePurpose,
  type FactorChallengeDocument,
  factorChallenges,
} from "./challenge-document.ts";

/** Lifetime of a challenge in minutes. */
const CHALLENGE_MINUTES = 5;
/** Wrong answers that end a challenge. */
const MAX_FAILURES = 5;

const FORM = /^fc_[A-Za-z0-9_-]{43}$/;

type Parts = Readonly<{ store: Store; clock: Clock }>;

/** Stores a new challenge and resolves to its token; only its holder can tell it. */
export async function issueChallenge(
  { store, clock }: Parts,
  facts: Pick<FactorChallengeDocument, "purpose" | "userId" | "boundTo" | "permissions">,
): Promise<string> {
  const token = `fc_${toBase64url(randomBytes(32))}`;
  const expiresAt = clock.now() + CHALLENGE_MINUTES * 60_000;
  await store.insert(factorChallenges, { id: digestOf(token), ...facts, failures: 0, expiresAt });
  return token;
}

/** The stored form of a token; undefined when it is unknown, answered, expired, or of another purpose. */
export async function findChallenge(
  reader: Pick<StoreReader, "get">,
  purpose: ChallengePurpose,
  token: string,
  now: number,
): Promise<FactorChallengeDocument | undefined> {
  if (!FORM.test(token)) return undefined;
  const found = (await reader.get(factorChallenges, digestOf(token)))?.value;
  return found?.purpose === purpose && now < found.expiresAt ? found : undefined;
}

/** Counts a wrong answer; the last one that is allowed ends the challenge. */
export async function failChallenge({ store }: Pick<Parts, "store">, id: string): Promise<void> {
  await store.transaction(async (tx) => {
    const found = await tx.get(factorChallenges, id);
    if (found === undefined) return;
    const failures = found.value.failures + 1;
    if (failures >= MAX_FAILURES) await tx.delete(factorChallenges, id, found.version);
    else await tx.replace(factorChallenges, { ...found.value, failures }, found.version);
  });
}

/** Ends a challenge in the transaction of its answer. Resolves to false when it had ended before. */
export function spendChallenge(tx: Transaction, id: string): Promise<boolean> {
  return tx.delete(factorChallenges, id);
}

function digestOf(token: string): string {
  return sha256(token, "base64url");
}
