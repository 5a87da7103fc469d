/** Who acts, and what the role allows. Read from the store for every request, so a change of roles is felt at once. */

import { CurationError } from "./errors.ts";

/** Seed, part B: the roles named. */
export const ROLES = ["curator", "admin"] as const;

export type Role = (typeof ROLES)[number];

export interface Actor {
  readonly id: string;
  readonly username: string;
  /** null after somebody else proved the address. */
  readonly walletAddress: string | null;
  readonly roles: readonly Role[];
  /** The session of the access token; null for a program that acts by itself. */
  readonly sessionId: string | null;
  /** When the access token ends, in milliseconds UTC; absent for a program that acts by itself. */
  readonly tokenExpiresAt?: number;
}

/** Whether curator routes are open: an admin is a curator too. */
export function isCurator(actor: Pick<Actor, "roles"> | null): boolean {
  return actor !== null && actor.roles.length > 0;
}

export function isAdmin(actor: Pick<Actor, "roles"> | null): boolean {
  return actor !== null && actor.roles.includes("admin");
}

/** @throws CurationError FORBIDDEN */
export function requireCurator(actor: Actor): void {
  if (!isCurator(actor)) throw forbidden("This needs the role curator or admin.");
}

/** @throws CurationError FORBIDDEN */
export function requireAdmin(actor: Actor): void {
  if (!isAdmin(actor)) throw forbidden("This needs the role admin.");
}

export function forbidden(message: string): CurationError {
  return new CurationError("FORBIDDEN", message);
}
