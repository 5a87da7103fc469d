/** The confirmed factors of an account. */

import type { StoreReader } from "@bourse/kernel";

import { type FactorDocument, factorDocuments } from "./factor-document.ts";

/** Maximum number of factors of one account. */
export const MAX_FACTORS = 10;

/** Means by which a challenge can be answered. */
export type FactorKind = "totp" | "passkey" | "recovery_code";

/** A second factor as its owner sees it. All times in milliseconds since the Unix epoch (UTC). */
export interface Factor {
  /** UUID of the factor. */
  readonly id: string;
  /** Kind of the factor: an authenticator app, or a passkey. */
  readonly kind: "totp" | "passkey";
  /** Name that its owner gave it; null in an authenticator app. */
  readonly name: string | null;
  /** Time at which it was confirmed. */
  readonly createdAt: number;
  /** Time at which it or one of its recovery codes was last accepted after that; null before. */
  readonly lastUsedAt: number | null;
  /** Number of its recovery codes that were not used, 0–10. */
  readonly recoveryCodes: number;
}

/** The confirmed factors of an account, at most 10. */
export async function heldFactors(
  reader: Pick<StoreReader, "find">,
  userId: string,
): Promise<readonly FactorDocument[]> {
  const query = { index: "by_user", equals: [userId, null], limit: MAX_FACTORS } as const;
  return (await reader.find(factorDocuments, query)).items.map(({ value }) => value);
}

/** The part of a factor that its owner sees. */
export function factorView(factor: FactorDocument): Factor {
  const { id, kind, name = null, createdAt, lastUsedAt, recovery } = factor;
  return { id, kind, name, createdAt, lastUsedAt, recoveryCodes: recovery.length };
}

/** Means by which the holder of these factors can answer. */
export function kindsOf(held: readonly FactorDocument[]): readonly FactorKind[] {
  const hasCodes = held.some(({ recovery }) => recovery.length > 0);
  return [
    ...(["totp", "passkey"] as const).filter((kind) => held.some((one) => one.kind === kind)),
    ...(hasCodes ? (["recovery_code"] as const) : []),
  ];
}
