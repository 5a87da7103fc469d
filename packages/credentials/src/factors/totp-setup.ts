/** The set-up of an authenticator: a secret that counts once a code of it was shown. */

import type { Transaction } from "@bourse/kernel";
import { randomBytes } from "@bourse/kernel/platform";

import type { Origin } from "../origin/origin.ts";
import { forgetDevicesOf } from "../remembered/forget-devices.ts";
import { toBase32 } from "./base32.ts";
import { matchTotp } from "./code-match.ts";
import { type FactorDocument, factorDocuments } from "./factor-document.ts";
import { noFactor, tooManyFactors, wrongCode } from "./factor-errors.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { MAX_FACTORS } from "./held-factors.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { sealSecret } from "./sealed-secret.ts";
import { otpauthUri } from "./totp.ts";

/** Bytes of a secret: the length of SHA-1's digest (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20;
/** Minutes in which a secret may be confirmed. */
const SETUP_MINUTES = 15;

/** A secret that waits for its first code. */
export interface NewTotp {
  /** UUID of the factor. */
  readonly id: string;
  /** Secret in base32, for typing. This is the only time that it can be read. */
  readonly secret: string;
  /** The same as an `otpauth://` address, for a QR code. */
  readonly uri: string;
}

/** A code of a secret that is to be confirmed. */
export interface TotpConfirmation {
  /** Id of the factor. */
  readonly id: string;
  /** Six digits of the authenticator. */
  readonly code: string;
}

/**
 * Begins an authenticator; one that was begun before and not confirmed ends. The account has it once it is confirmed.
 *
 * @throws the core's error QUOTA_EXCEEDED
 */
export async function beginTotp(
  { store, key, service, clock, ids, refuse }: FactorsParts,
  { id: userId, label }: { readonly id: string; readonly label: string },
): Promise<NewTotp> {
  const id = ids.uuid();
  const bytes = randomBytes(SECRET_BYTES);
  const now = clock.now();
  const factor: FactorDocument = {
    id,
    userId,
    kind: "totp",
    secret: await sealSecret(key, { id, userId }, bytes),
    recovery: [],
    createdAt: now,
    pendingUntil: now + SETUP_MINUTES * 60_000,
    usedStep: null,
    lastUsedAt: null,
  };
  await store.transaction(async (tx) => {
    const all = { index: "by_user", equals: [userId] } as const;
    const { items } = await tx.find(factorDocuments, all);
    const pending = items.filter(({ value }) => value.pendingUntil !== null);
    if (items.length - pending.length >= MAX_FACTORS) {
      throw tooManyFactors({ refuse });
    }
    for (const { value, version } of pending) await tx.delete(factorDocuments, value.id, version);
    await tx.insert(factorDocuments, factor);
  });
  return { id, secret: toBase32(bytes), uri: otpauthUri(bytes, service, label) };
}

/**
 * Confirms an authenticator by its first code, which is used up, and resolves to its recovery codes. `also` runs in the
 * same transaction.
 *
 * @throws the core's error NOT_FOUND, INVALID_CREDENTIALS, RATE_LIMITED
 */
export async function confirmTotp(
  parts: FactorsParts,
  userId: string,
  { id, code }: TotpConfirmation,
  origin: Origin,
  also: (tx: Transaction) => Promise<void>,
): Promise<readonly string[]> {
  const { store, key, clock, limit } = parts;
  const factor = (await store.get(factorDocuments, id))?.value;
  if (!isPending(factor, userId, clock.now())) throw noFactor(parts);
  const match = await limit({ userId, origin, isGuessable: true }, () =>
    matchTotp(key, factor, code, clock.now()),
  );
  if (match === undefined) throw wrongCode(parts);
  const { codes, digests } = newRecoveryCodes(id);
  await store.transaction(async (tx) => {
    const now = clock.now();
    const found = await tx.get(factorDocuments, id);
    if (found === undefined || !isPending(found.value, userId, now)) throw noFactor(parts);
    const used = match.used(found.value);
    if (used === undefined) throw wrongCode(parts);
    const confirmed = { createdAt: now, pendingUntil: null, lastUsedAt: null, recovery: digests };
    await tx.replace(factorDocuments, { ...used, ...confirmed }, found.version);
    await forgetDevicesOf(tx, userId);
    await also(tx);
  });
  return codes;
}

function isPending(
  factor: FactorDocument | undefined,
  userId: string,
  now: number,
): factor is FactorDocument & { readonly pendingUntil: number } {
  return factor?.userId === userId && factor.pendingUntil !== null && now < factor.pendingUntil;
}
