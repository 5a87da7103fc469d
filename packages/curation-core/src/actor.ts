/** The account on whose behalf a call is made, and what its roles allow. */

import { anyText, listOf, nullOr, objectOf } from "@bourse/kernel";

import { CurationError } from "./errors.ts";

/** The roles that an account can have. */
export const ROLES = ["curator", "admin"] as const;

/** A role of an account: one of {@link ROLES}; an admin may do all that a curator may. */
export type Role = (typeof ROLES)[number];

/** A suspension of an account: it can read, and change nothing. Times are milliseconds since the epoch. */
export interface Suspension {
  /** Reason, 10–1,000 characters, which the account sees. */
  readonly reason: string;
  /** Time of its beginning. */
  readonly since: number;
  /** Time of its end; null until it is lifted. */
  readonly until: number | null;
}

/** The suspension in force at a time; undefined for none. */
export function suspensionAt(
  suspension: Suspension | null | undefined,
  now: number,
): Suspension | undefined {
  if (suspension === null || suspension === undefined) return undefined;
  return suspension.until === null || suspension.until > now ? suspension : undefined;
}

/**
 * The account on whose behalf a call is made. `guard.identify` reads it from the store for every request, so a change
 * of roles takes effect at once.
 */
export interface Actor {
  /** Id of the account. */
  readonly id: string;
  /** Username of the account. */
  readonly username: string;
  /** Wallet address of the account; null after another account has proven to own it. */
  readonly walletAddress: string | null;
  /** Roles of the account; most accounts have none. */
  readonly roles: readonly Role[];
  /** Suspension in force; absent for none. */
  readonly suspension?: Suspension | undefined;
  /** Id of the session of the access token; null for a program that acts without a login. */
  readonly sessionId: string | null;
  /**
   * Expiry time of the access token in milliseconds since the epoch; absent for a program that acts without a login.
   */
  readonly tokenExpiresAt?: number;
}

const anyActor = nullOr(objectOf({ roles: listOf(anyText) }));

/** True when the actor may review drafts: a curator or an admin. */
export function isCurator(actor: Pick<Actor, "roles"> | null): boolean {
  anyActor("actor", actor);
  return actor !== null && actor.roles.length > 0;
}

/** True when the actor is an admin. */
export function isAdmin(actor: Pick<Actor, "roles"> | null): boolean {
  anyActor("actor", actor);
  return actor !== null && actor.roles.includes("admin");
}

/** @throws CurationError FORBIDDEN */
export function requireCurator(actor: Actor): void {
  if (!isCurator(actor)) throw forbidden("This requires the role curator or admin.");
}

/** @throws CurationError FORBIDDEN */
export function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw forbidden("This requires the role admin.");
}

export function forbidden(message: string): CurationError {
  return new CurationError("FORBIDDEN", message);
}
