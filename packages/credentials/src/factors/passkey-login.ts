/** The use of passkeys: options for the browser, and a login by a passkey alone. */

import { challengeIn, requestOptions } from "../passkeys/ceremonies.ts";
import type { ChallengeUse } from "../passkeys/challenge-seal.ts";
import type { PasskeyAssertion, PasskeyRequestOptions } from "../passkeys/credential-forms.ts";
import { findChallenge } from "./challenges.ts";
import { spendCode } from "./code-match.ts";
import { endedChallenge, wrongPasskey } from "./factor-errors.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { heldFactors } from "./held-factors.ts";
import {
  expiryOfChallenge,
  PASSKEY_MINUTES,
  signedFor,
  useChallenge,
} from "./passkey-challenge.ts";
import { passkeyDescriptors } from "./passkey-factor.ts";
import { matchPasskey, passkeyFactor } from "./passkey-match.ts";
import type { AnswerRules, FactorProof } from "./prove-factor.ts";

const ALONE: ChallengeUse = { purpose: "passkey_login", userId: null };

/**
 * Options for a login by a passkey alone, or for the answer to the challenge of a login, a step-up or a recovery,
 * by whoever holds its token.
 *
 * @throws the core's error PASSKEYS_UNAVAILABLE, CHALLENGE_INVALID
 */
export async function beginPasskeyUse(
  parts: FactorsParts,
  token: string | undefined,
): Promise<PasskeyRequestOptions> {
  const { store, party, seal, clock } = parts;
  party.site();
  const now = clock.now();
  if (token === undefined) {
    const challenge = seal.issue(ALONE, now + PASSKEY_MINUTES * 60_000);
    return requestOptions(party, challenge, [], "required");
  }
  const found =
    (await findChallenge(store, "login", token, now)) ??
    (await findChallenge(store, "step_up", token, now)) ??
    (await findChallenge(store, "recovery", token, now));
  if (found === undefined) throw endedChallenge(parts);
  const passkeys = passkeyDescriptors(await heldFactors(store, found.userId));
  return requestOptions(party, signedFor(token), passkeys, "preferred");
}

/**
 * Checks a login by a passkey alone: the person was verified, and the passkey names its account.
 *
 * @throws the core's error PASSKEYS_UNAVAILABLE, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function provePasskey(
  parts: FactorsParts,
  assertion: PasskeyAssertion,
  { origin, failed }: Pick<AnswerRules, "origin" | "failed">,
): Promise<Pick<FactorProof, "userId" | "spend">> {
  const { party, limit } = parts;
  party.site();
  const challenge = challengeIn(assertion.response.clientDataJSON) ?? "";
  const expiresAt = await expiryOfChallenge(parts, challenge, ALONE);
  if (expiresAt === undefined) throw endedChallenge(parts);
  const factor = await passkeyFactor(parts, assertion);
  const userId = factor?.userId ?? "";
  const demand = { challenge, userVerification: "required", userId: null, origin } as const;
  const match = await limit({ userId, origin, isGuessable: false }, () =>
    matchPasskey(parts, factor, assertion, demand),
  );
  if (match === undefined) {
    if (factor !== undefined) failed(userId);
    throw wrongPasskey(parts);
  }
  return {
    userId,
    spend: async (tx) => {
      await useChallenge(parts, tx, challenge, ALONE, expiresAt);
      if (!(await spendCode(tx, match))) throw wrongPasskey(parts);
    },
  };
}
