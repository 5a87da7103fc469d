/** Recoveries of an account without its wallet, as they wait in its document: one for each proof that began one. */

/** A recovery that waits. Times are milliseconds since the epoch. */
export interface RecoveryRequest {
  /** Kind of the proof that began it. */
  readonly by: "email" | "wallet";
  /** Key of the proved e-mail address or of the second wallet. */
  readonly key: string;
  /** Time of its beginning. */
  readonly startedAt: number;
  /** Time from which it can be completed. */
  readonly completesAt: number;
  /** Time from which it counts no more. */
  readonly expiresAt: number;
  /** SHA-256 of the newest recovery token in base64url. */
  readonly ticket: string;
  /** Time from which that token is refused. */
  readonly ticketEndsAt: number;
  /** True when a second factor was asked for with that token. */
  readonly hasFactor: boolean;
}

/** Recovery that waits, as the account's owner sees it. Times are milliseconds since the epoch. */
export interface WaitingRecovery {
  /** Time of its beginning. */
  readonly startedAt: number;
  /** Time from which another wallet can take the place of the account's. */
  readonly completesAt: number;
  /** Time from which it counts no more. */
  readonly expiresAt: number;
}

/** Fields of an account whose recoveries end. */
export const NO_RECOVERY: { readonly recoveries: readonly RecoveryRequest[] } = Object.freeze({
  recoveries: [],
});

/** The recovery that can be completed first; undefined for none. */
export function firstRecovery(
  recoveries: readonly RecoveryRequest[] = [],
): WaitingRecovery | undefined {
  const [first] = recoveries.toSorted((a, b) => a.completesAt - b.completesAt);
  if (first === undefined) return undefined;
  const { startedAt, completesAt, expiresAt } = first;
  return { startedAt, completesAt, expiresAt };
}
