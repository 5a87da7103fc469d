/** The answer to a challenge by a code. */

import type { Transaction } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { ChallengePurpose } from "./challenge-document.ts";
import { failChallenge, findChallenge, spendChallenge } from "./challenges.ts";
import { matchCode, spendCode } from "./code-match.ts";
import type { FactorsParts } from "./factors-parts.ts";
import type { FactorKind } from "./held-factors.ts";
import { isRecoveryCode } from "./recovery-codes.ts";

/** An answer to a challenge. */
export interface FactorAnswer {
  /** Token of the challenge, `fc_…`. */
  readonly challenge: string;
  /** Six digits of an authenticator, or a recovery code in any case, with or without hyphens. */
  readonly code: string;
}

/** An answer that was right, until it is used up. */
export interface FactorProof {
  /** Account that answered. */
  readonly userId: string;
  /** The first proof of the login as a digest, or the id of the session. */
  readonly boundTo: string;
  /** Means that was used. */
  readonly kind: FactorKind;
  /**
   * Uses challenge and code up in the caller's transaction; of several callers one succeeds.
   *
   * @throws the core's error CHALLENGE_INVALID, INVALID_CREDENTIALS
   */
  spend(tx: Transaction): Promise<void>;
}

type Parts = Pick<FactorsParts, "store" | "key" | "clock" | "limit" | "refuse">;

/** Reasons for which an answer is refused. */
export interface AnswerRules {
  readonly purpose: ChallengePurpose;
  /** The account and session that may answer. Default: whoever holds the challenge. */
  readonly only?: { readonly userId: string; readonly boundTo: string };
  readonly origin: Origin;
  /** Called with the account when the code is wrong. */
  readonly failed: (userId: string) => void;
}

/**
 * Checks an answer to a challenge, and counts a wrong one.
 *
 * @throws the core's error CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function proveFactor(
  parts: Parts,
  { challenge, code }: FactorAnswer,
  { purpose, only, origin, failed }: AnswerRules,
): Promise<FactorProof> {
  const { store, clock, limit, refuse } = parts;
  const found = await findChallenge(store, purpose, challenge, clock.now());
  const isOwn =
    only === undefined || (found?.userId === only.userId && found.boundTo === only.boundTo);
  if (found === undefined || !isOwn) throw endedChallenge(parts);
  const { id, userId, boundTo } = found;
  const isGuessable = !isRecoveryCode(code);
  const match = await limit({ userId, origin, isGuessable }, () => matchCode(parts, userId, code));
  if (match === undefined) {
    await failChallenge(parts, id);
    failed(userId);
    throw wrongCode(parts);
  }
  return {
    userId,
    boundTo,
    kind: match.kind,
    spend: async (tx) => {
      if (!(await spendChallenge(tx, id))) throw endedChallenge({ refuse });
      if (!(await spendCode(tx, match))) throw wrongCode({ refuse });
    },
  };
}

/** The error of a challenge that opens nothing, or not any more. */
export function endedChallenge({ refuse }: Pick<FactorsParts, "refuse">): Error {
  const message = "This challenge was answered, has expired or is another one's; begin again.";
  return refuse("CHALLENGE_INVALID", message);
}

/** The error of a code that is wrong, was used before, or has expired. */
export function wrongCode({ refuse }: Pick<FactorsParts, "refuse">): Error {
  const message = "The code is wrong, has expired or was used before; wait for the next one.";
  return refuse("INVALID_CREDENTIALS", message);
}
