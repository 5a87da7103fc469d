/** The answer to a challenge by a code or a passkey. */

import type { Transaction } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { PasskeyAssertion } from "../passkeys/credential-forms.ts";
import type { ChallengePurpose } from "./challenge-document.ts";
import { failChallenge, findChallenge, spendChallenge } from "./challenges.ts";
import { type CodeMatch, matchCode, spendCode } from "./code-match.ts";
import { endedChallenge, wrongCode, wrongPasskey } from "./factor-errors.ts";
import type { FactorsParts } from "./factors-parts.ts";
import type { FactorKind } from "./held-factors.ts";
import { signedFor } from "./passkey-challenge.ts";
import { matchPasskey, passkeyFactor } from "./passkey-match.ts";
import { isRecoveryCode } from "./recovery-codes.ts";

/** An answer to a challenge. */
export interface FactorAnswer {
  /** Token of the challenge, `fc_…`. */
  readonly challenge: string;
  /** Six digits of an authenticator, or a recovery code in any case, with or without hyphens. */
  readonly code?: string | undefined;
  /** Signature of a passkey over the options for this challenge, in place of a code. */
  readonly credential?: PasskeyAssertion | undefined;
}

/** An answer to the challenge of a login. */
export interface FactorLogin extends FactorAnswer {
  /** True to have the device remembered, so that logins from it need no second factor. Default false. */
  readonly remember?: boolean | undefined;
  /** Secret of an earlier time that the device has, `rd_…`; it ends with a new one. Default: none. */
  readonly deviceSecret?: string | undefined;
}

/** An answer that was right, until it is used up. */
export interface FactorProof {
  /** Account that answered. */
  readonly userId: string;
  /** The first proof of the login as a digest, or the id of the session. */
  readonly boundTo: string;
  /** Means that was used. */
  readonly kind: FactorKind;
  /** Permissions that the login is narrowed to; undefined for none. */
  readonly permissions: readonly string[] | undefined;
  /**
   * Uses challenge and code up in the caller's transaction; of several callers one succeeds.
   *
   * @throws the core's error CHALLENGE_INVALID, INVALID_CREDENTIALS
   */
  spend(tx: Transaction): Promise<void>;
}

type Parts = Pick<
  FactorsParts,
  "store" | "key" | "clock" | "limit" | "refuse" | "party" | "cloned"
>;

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
 * @throws the core's error VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED,
 * PASSKEYS_UNAVAILABLE
 */
export async function proveFactor(
  parts: Parts,
  answer: FactorAnswer,
  { purpose, only, origin, failed }: AnswerRules,
): Promise<FactorProof> {
  const { store, clock, limit, refuse } = parts;
  const attempt = attemptOf(parts, answer, origin);
  const found = await findChallenge(store, purpose, answer.challenge, clock.now());
  const isOwn =
    only === undefined || (found?.userId === only.userId && found.boundTo === only.boundTo);
  if (found === undefined || !isOwn) throw endedChallenge(parts);
  const { id, userId, boundTo, permissions } = found;
  const { isGuessable } = attempt;
  const match = await limit({ userId, origin, isGuessable }, () => attempt.match(userId));
  if (match === undefined) {
    await failChallenge(parts, id);
    failed(userId);
    throw attempt.wrong();
  }
  return {
    userId,
    boundTo,
    kind: match.kind,
    permissions,
    spend: async (tx) => {
      if (!(await spendChallenge(tx, id))) throw endedChallenge({ refuse });
      if (!(await spendCode(tx, match))) throw attempt.wrong();
    },
  };
}

/** The means of an answer. @throws the core's error VALIDATION_ERROR, PASSKEYS_UNAVAILABLE */
function attemptOf(
  parts: Parts,
  { challenge, code, credential }: FactorAnswer,
  origin: Origin,
): {
  readonly isGuessable: boolean;
  readonly match: (userId: string) => Promise<CodeMatch | undefined>;
  readonly wrong: () => Error;
} {
  if (code !== undefined && credential === undefined) {
    return {
      isGuessable: !isRecoveryCode(code),
      match: (userId) => matchCode(parts, userId, code),
      wrong: () => wrongCode(parts),
    };
  }
  if (credential === undefined || code !== undefined) {
    const message = "An answer has either a code or the credential of a passkey.";
    throw parts.refuse("VALIDATION_ERROR", message, { details: { path: "code" } });
  }
  parts.party.site();
  const demand = {
    challenge: signedFor(challenge),
    userVerification: "preferred",
    origin,
  } as const;
  return {
    isGuessable: false,
    match: async (userId) => {
      const factor = await passkeyFactor(parts, credential);
      return await matchPasskey(parts, factor, credential, { ...demand, userId });
    },
    wrong: () => wrongPasskey(parts),
  };
}
