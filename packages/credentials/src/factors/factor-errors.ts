/** The errors of second factors. */

import type { RefuseFactor } from "./factor-refusal.ts";
import { MAX_FACTORS } from "./held-factors.ts";

interface Parts {
  /** Makes the core's own errors. */
  readonly refuse: RefuseFactor;
}

/** The error of a challenge that opens nothing, or not any more. */
export function endedChallenge({ refuse }: Parts): Error {
  const message = "This challenge was answered, has expired or is another one's; begin again.";
  return refuse("CHALLENGE_INVALID", message);
}

/** The error of a code that is wrong, was used before, or has expired. */
export function wrongCode({ refuse }: Parts): Error {
  const message = "The code is wrong, has expired or was used before; wait for the next one.";
  return refuse("INVALID_CREDENTIALS", message);
}

/** The error of a passkey that did not sign the challenge as it has to, or is of another account. */
export function wrongPasskey({ refuse }: Parts): Error {
  const message = "This passkey was not accepted; use another one, or another second factor.";
  return refuse("INVALID_CREDENTIALS", message);
}

/** The error of an id that no factor of the account has. */
export function noFactor({ refuse }: Parts): Error {
  return refuse("NOT_FOUND", "There is no such factor, or it was not confirmed in time.");
}

/** The error of an account that has as many factors as it may. */
export function tooManyFactors({ refuse }: Parts): Error {
  const details = { what: "factors", limit: MAX_FACTORS };
  return refuse("QUOTA_EXCEEDED", `An account has at most ${MAX_FACTORS} factors.`, { details });
}
