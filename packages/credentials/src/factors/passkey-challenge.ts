/** Challenges of passkeys: sealed when they are issued, and stored once they are used. */

import type { Transaction } from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import type { ChallengeUse } from "../passkeys/challenge-seal.ts";
import { factorChallenges } from "./challenge-document.ts";
import { endedChallenge } from "./factor-errors.ts";
import type { FactorsParts } from "./factors-parts.ts";

/** Lifetime of a challenge in minutes. */
export const PASSKEY_MINUTES = 5;
/** A used challenge is kept for a day after its end, so that a clock that steps back revives none. */
const KEEP_USED_MILLISECONDS = 86_400_000;

/** End of a challenge that was issued for this use, was not used and has not ended; undefined for any other text. */
export async function expiryOfChallenge(
  { store, seal, clock }: Pick<FactorsParts, "store" | "seal" | "clock">,
  challenge: string,
  use: ChallengeUse,
): Promise<number | undefined> {
  const expiresAt = seal.expiryOf(challenge, use);
  if (expiresAt === undefined || clock.now() >= expiresAt) return undefined;
  const used = await store.get(factorChallenges, idOf(challenge));
  return used === undefined ? expiresAt : undefined;
}

/** Uses a challenge up in the caller's transaction. @throws the core's error CHALLENGE_INVALID when it was used */
export async function useChallenge(
  parts: Pick<FactorsParts, "refuse">,
  tx: Transaction,
  challenge: string,
  { purpose, userId }: ChallengeUse,
  expiresAt: number,
): Promise<void> {
  const id = idOf(challenge);
  if ((await tx.get(factorChallenges, id)) !== undefined) throw endedChallenge(parts);
  await tx.insert(factorChallenges, {
    id,
    purpose,
    userId: userId ?? "",
    boundTo: "",
    failures: 0,
    expiresAt: expiresAt + KEEP_USED_MILLISECONDS,
  });
}

/** The text that a passkey signs for the challenge of a login or a step-up, which its holder alone can tell. */
export function signedFor(token: string): string {
  return sha256(`passkey ${token}`, "base64url");
}

function idOf(challenge: string): string {
  return sha256(challenge, "base64url");
}
