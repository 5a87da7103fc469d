/** Registrations: who may create an account. */

import type { Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import { AuthError } from "../errors.ts";

/** All settings of registrations: by anybody, by an invitation, or by the operator alone. */
export const REGISTRATIONS = ["open", "invite", "closed"] as const;

/** Setting of registrations. */
export type Registration = (typeof REGISTRATIONS)[number];

/** A registration that was admitted. */
export interface Entry {
  /** True when the address was proved by the link of an invitation. */
  readonly isProved: boolean;
  /** Redeems the invitation in the transaction that creates the account. @throws AuthError LINK_INVALID */
  enter(tx: Transaction, userId: string): Promise<void>;
  /** Records what has come with the registration. */
  entered(userId: string, origin: Origin): void;
}

/** Decides about registrations, alike for addresses with an account and without. */
export interface Admission {
  /** Admits a registration, with the token of an invitation if any. @throws REGISTRATION_CLOSED, LINK_INVALID */
  admit(email: string, invitation: string | undefined): Promise<Entry>;
}

/** The error of a registration that the service does not take. */
export function registrationClosed(registration: Registration): AuthError {
  return new AuthError(
    "REGISTRATION_CLOSED",
    registration === "invite"
      ? "Accounts are created by invitation here: open the link of yours, or ask for one."
      : "The operator of this service creates its accounts: ask for one.",
  );
}
