/** The search for the factor that a code belongs to, and the use of the code, which works once. */

import type { Transaction } from "@bourse/kernel";

import { type FactorDocument, factorDocuments } from "./factor-document.ts";
import type { FactorsParts } from "./factors-parts.ts";
import { type FactorKind, heldFactors } from "./held-factors.ts";
import { isRecoveryCode, recoveryDigest } from "./recovery-codes.ts";
import { openSecret } from "./sealed-secret.ts";
import { matchingStep } from "./totp.ts";

/** A code that was right when it was looked at. */
export interface CodeMatch {
  readonly factorId: string;
  readonly kind: FactorKind;
  /** The factor after the use of the code; undefined when the code has been used since. */
  readonly used: (factor: FactorDocument) => FactorDocument | undefined;
}

/** The use of a code of one of the account's factors; undefined for a wrong or used one. Uses nothing up. */
export async function matchCode(
  { store, key, clock }: Pick<FactorsParts, "store" | "key" | "clock">,
  userId: string,
  code: string,
): Promise<CodeMatch | undefined> {
  const held = await heldFactors(store, userId);
  const now = clock.now();
  const isRecovery = isRecoveryCode(code);
  let match: CodeMatch | undefined;
  for (const factor of held) {
    match ??= isRecovery
      ? matchRecovery(factor, code, now)
      : await matchTotp(key, factor, code, now);
  }
  return match;
}

/** Uses a code up, in the caller's transaction. Resolves to false when it has been used since it was looked at. */
export async function spendCode(tx: Transaction, match: CodeMatch): Promise<boolean> {
  const found = await tx.get(factorDocuments, match.factorId);
  const used = found === undefined ? undefined : match.used(found.value);
  if (found === undefined || used === undefined) return false;
  await tx.replace(factorDocuments, used, found.version);
  return true;
}

function matchRecovery(factor: FactorDocument, code: string, now: number): CodeMatch | undefined {
  const digest = recoveryDigest(factor.recoveryOf ?? factor.id, code);
  if (!factor.recovery.includes(digest)) return undefined;
  return {
    factorId: factor.id,
    kind: "recovery_code",
    used: (current) => {
      if (!current.recovery.includes(digest)) return undefined;
      const recovery = current.recovery.filter((one) => one !== digest);
      return { ...current, recovery, lastUsedAt: now };
    },
  };
}

/** The use of a code of an authenticator. */
export async function matchTotp(
  key: Uint8Array,
  factor: FactorDocument,
  text: string,
  now: number,
): Promise<CodeMatch | undefined> {
  const secret = factor.kind === "totp" ? await openSecret(key, factor) : undefined;
  const code = text.replaceAll(/\s/g, "");
  const step = secret && (await matchingStep(secret, code, now, factor.usedStep));
  if (step === undefined) return undefined;
  return {
    factorId: factor.id,
    kind: "totp",
    used: (current) => {
      if (current.usedStep !== null && step <= current.usedStep) return undefined;
      return { ...current, usedStep: step, lastUsedAt: now };
    },
  };
}
