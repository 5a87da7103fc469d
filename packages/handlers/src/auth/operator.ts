/** The two callers that the server's settings name, beside the accounts: the operator and the auditor. */

import type { Identity } from "@bourse/auth-core";

/** Tells the keys of the server's settings from others, in a time that does not depend on them. */
export interface OperatorKeys {
  /**
   * Tells the operator's key, which opens the users and the whole audit trail. Default: there is none, and the routes
   * of users are FORBIDDEN to everyone.
   */
  readonly isOperatorKey?: ((key: string) => boolean) | undefined;
  /** Tells the auditor's key, which reads the whole audit trail and does nothing else. Default: there is none. */
  readonly isAuditKey?: ((key: string) => boolean) | undefined;
}

/** The caller with the operator's key. No account or API key has its ids: those are UUIDs. */
export const OPERATOR: Identity = named("operator");
/** The caller with the auditor's key. */
export const AUDITOR: Identity = named("auditor");

/** True for the caller with the operator's key. */
export function isOperator({ keyId }: Pick<Identity, "keyId">): boolean {
  return keyId === OPERATOR.keyId;
}

/** True for a caller who sees the rows of all accounts in the audit trail. */
export function seesAllAudit(identity: Pick<Identity, "keyId">): boolean {
  return isOperator(identity) || identity.keyId === AUDITOR.keyId;
}

function named(name: string): Identity {
  return Object.freeze({
    method: "api_key",
    userId: name,
    permissions: Object.freeze(["admin"] as const),
    sessionId: null,
    keyId: name,
  });
}
