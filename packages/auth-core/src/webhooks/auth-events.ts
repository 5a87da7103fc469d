/** Events of accounts and API keys that webhooks get. */

import type { Transaction } from "@bourse/kernel";

/**
 * Types of the events, each for the webhooks of the account that it concerns. Those of an organization's members and
 * keys are for its owners as well.
 */
export const AUTH_EVENTS = [
  "login.succeeded",
  "password.changed",
  "password.reset",
  "email.changed",
  "email.verified",
  "account.disabled",
  "account.enabled",
  "api_key.created",
  "api_key.revoked",
  "api_key.expiring",
  "member.added",
  "member.changed",
  "member.removed",
] as const;

/** Type of an event of an account or of one of its API keys. */
export type AuthEvent = (typeof AUTH_EVENTS)[number];

/** The records that an event is about. */
interface AuthEventSubject {
  /** Id of the account; for a key of an organization that of the organization. */
  readonly userId: string;
  /** Id of the session that a login has started. Default: the event concerns none. */
  readonly sessionId?: string;
  /** Id of the API key. Default: the event concerns none. */
  readonly keyId?: string;
  /** Id of the organization. Default: the event concerns none. */
  readonly organizationId?: string;
}

/** Adds an event for the account's webhooks in the transaction of the change. */
export type EmitAuthEvent = (
  tx: Pick<Transaction, "find" | "insert">,
  type: AuthEvent,
  subject: AuthEventSubject,
) => Promise<void>;
