/** The factor that a passkey's signature belongs to. */

import type { Origin } from "../origin/origin.ts";
import { handleOf, isCounterForward, verifyAssertion } from "../passkeys/ceremonies.ts";
import type { PasskeyAssertion, UserVerification } from "../passkeys/credential-forms.ts";
import type { CodeMatch } from "./code-match.ts";
import { type FactorDocument, factorDocuments } from "./factor-document.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { passkeyFactorId } from "./passkey-factor.ts";

/** The challenge that was to be signed, and how. */
interface Demand {
  readonly challenge: string;
  readonly userVerification: UserVerification;
  /** Account that has to have signed; null for a passkey that names its account itself. */
  readonly userId: string | null;
  /** Client that shows the signature. */
  readonly origin: Origin;
}

/** The factor of a passkey; undefined for one that no account has. */
export async function passkeyFactor(
  { store }: Pick<FactorsParts, "store">,
  { id }: PasskeyAssertion,
): Promise<FactorDocument | undefined> {
  return (await store.get(factorDocuments, passkeyFactorId(id)))?.value;
}

/**
 * The use of a passkey; undefined for a wrong signature, another account's passkey, and an authenticator whose counter
 * went back, which has a double. Uses nothing up.
 */
export async function matchPasskey(
  { party, clock, cloned }: Pick<FactorsParts, "party" | "clock" | "cloned">,
  factor: FactorDocument | undefined,
  assertion: PasskeyAssertion,
  { challenge, userVerification, userId, origin }: Demand,
): Promise<CodeMatch | undefined> {
  const passkey = factor?.passkey;
  if (factor === undefined || passkey?.credentialId !== assertion.id) return undefined;
  const handle = assertion.response.userHandle ?? null;
  const isOwn =
    userId === null
      ? handle === handleOf(factor.userId)
      : factor.userId === userId && (handle === null || handle === handleOf(userId));
  if (!isOwn) return undefined;
  const counter = await verifyAssertion(party, passkey, assertion, challenge, userVerification);
  if (counter === undefined) return undefined;
  if (!isCounterForward(passkey.counter, counter)) {
    cloned(factor.userId, factor.id, origin);
    return undefined;
  }
  const now = clock.now();
  return {
    factorId: factor.id,
    kind: "passkey",
    used: (current) => {
      const known = current.passkey;
      if (known === undefined || !isCounterForward(known.counter, counter)) return undefined;
      return { ...current, passkey: { ...known, counter }, lastUsedAt: now };
    },
  };
}
