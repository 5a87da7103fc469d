/** The set-up of a passkey, and the recovery codes that come with the first factor of an account. */

import { type Transaction, isLine } from "@bourse/kernel";

import {
  challengeIn,
  creationOptions,
  verifyRegistration,
  type VerifiedPasskey,
} from "../passkeys/ceremonies.ts";
import type { ChallengeUse } from "../passkeys/challenge-seal.ts";
import type { PasskeyCreationOptions, PasskeyRegistration } from "../passkeys/credential-forms.ts";
import { forgetDevicesOf } from "../remembered/forget-devices.ts";
import { type FactorDocument, factorDocuments } from "./factor-document.ts";
import { endedChallenge, tooManyFactors, wrongPasskey } from "./factor-errors.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { heldFactors, MAX_FACTORS } from "./held-factors.ts";
import { expiryOfChallenge, PASSKEY_MINUTES, useChallenge } from "./passkey-challenge.ts";
import { passkeyDescriptors, passkeyFactorId } from "./passkey-factor.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";

/** Maximum length of a name in characters. */
const NAME_LENGTH = 100;
const MAX_TRANSPORTS = 8;

/** A passkey that a browser has made. */
export interface NewPasskey {
  /** The browser's answer to the options. */
  readonly credential: PasskeyRegistration;
  /** Name by which its owner knows it, one line of 1–100 characters. Default `Passkey`. */
  readonly name?: string | undefined;
}

/** A passkey that an account has from now on. */
export interface AddedPasskey {
  /** UUID of the factor. */
  readonly id: string;
  /** Name by which its owner knows it. */
  readonly name: string;
  /** Time at which it was added, in milliseconds since the Unix epoch (UTC). */
  readonly createdAt: number;
  /** Ten recovery codes, which can only be read now; empty when the account has some already. */
  readonly recoveryCodes: readonly string[];
}

/** Options for a new passkey, for five minutes. @throws the core's error PASSKEYS_UNAVAILABLE, QUOTA_EXCEEDED */
export async function beginPasskey(
  parts: FactorsParts,
  account: { readonly id: string; readonly label: string },
): Promise<PasskeyCreationOptions> {
  const { store, party, seal, service, clock } = parts;
  party.site();
  const held = await heldFactors(store, account.id);
  if (held.length >= MAX_FACTORS) throw tooManyFactors(parts);
  const challenge = seal.issue(useOf(account.id), clock.now() + PASSKEY_MINUTES * 60_000);
  return creationOptions(party, service, account, challenge, passkeyDescriptors(held));
}

/**
 * Adds a passkey to an account. `also` runs in the same transaction.
 *
 * @throws the core's error PASSKEYS_UNAVAILABLE, VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS,
 * QUOTA_EXCEEDED
 */
export async function addPasskey(
  parts: FactorsParts,
  userId: string,
  { credential, name = "Passkey" }: NewPasskey,
  also: (tx: Transaction) => Promise<void>,
): Promise<AddedPasskey> {
  const { store, party, clock, refuse } = parts;
  party.site();
  if (!isLine(name, 1, NAME_LENGTH)) {
    const message = `name must be one line of 1 to ${NAME_LENGTH} characters.`;
    throw refuse("VALIDATION_ERROR", message, { details: { path: "name" } });
  }
  const challenge = challengeIn(credential.response.clientDataJSON) ?? "";
  const expiresAt = await expiryOfChallenge(parts, challenge, useOf(userId));
  if (expiresAt === undefined) throw endedChallenge(parts);
  const verified = await verifyRegistration(party, credential, challenge);
  if (verified === undefined) throw wrongPasskey(parts);
  const transports = transportsOf(credential);
  const id = passkeyFactorId(verified.credentialId);
  const { codes, digests } = newRecoveryCodes(id);
  return await store.transaction(async (tx) => {
    await useChallenge(parts, tx, challenge, useOf(userId), expiresAt);
    const held = await heldFactors(tx, userId);
    if (held.length >= MAX_FACTORS) throw tooManyFactors(parts);
    // A passkey is of one account (WebAuthn, section 7.1, step 27).
    if ((await tx.get(factorDocuments, id)) !== undefined) throw wrongPasskey(parts);
    const isFirst = held.every(({ recovery }) => recovery.length === 0);
    const createdAt = clock.now();
    const document = documentOf(userId, { ...verified, transports }, name, createdAt);
    await tx.insert(factorDocuments, { ...document, id, recovery: isFirst ? digests : [] });
    await forgetDevicesOf(tx, userId);
    await also(tx);
    return { id, name, createdAt, recoveryCodes: isFirst ? codes : [] };
  });
}

function documentOf(
  userId: string,
  passkey: VerifiedPasskey & { readonly transports: readonly string[] },
  name: string,
  createdAt: number,
): Omit<FactorDocument, "id" | "recovery"> {
  return {
    userId,
    kind: "passkey",
    name,
    passkey,
    secret: "",
    createdAt,
    pendingUntil: null,
    usedStep: null,
    lastUsedAt: null,
  };
}

function transportsOf({ response: { transports = [] } }: PasskeyRegistration): readonly string[] {
  return transports.filter((one) => /^[a-z-]{1,32}$/.test(one)).slice(0, MAX_TRANSPORTS);
}

function useOf(userId: string): ChallengeUse {
  return { purpose: "passkey_setup", userId };
}
