/**
 * Audit trail: one typed event for each change of an account, session or API key. Events contain no secrets.
 *
 * Listeners are called synchronously after the change is durable; errors that they throw are ignored.
 */

import type { Origin, SessionAction } from "@bourse/credentials";
import type { Clock } from "@bourse/kernel";
import { EventEmitter } from "eventemitter3";

/** Changes that the audit trail records. */
export type AuditAction =
  | SessionAction
  | "account.registered"
  | "account.added"
  | "account.disabled"
  | "account.enabled"
  | "account.role_changed"
  | "account.deletion_requested"
  | "account.deletion_ordered"
  | "account.deletion_cancelled"
  | "account.deleted"
  | "device.approved"
  | "device.denied"
  | "device.remembered"
  | "device.forgotten"
  /** A login came with a secret of a remembered device that an earlier one had replaced. */
  | "device.copied"
  | "login.succeeded"
  | "login.failed"
  /** The password was right; the account has a second factor. */
  | "login.factor_required"
  | "reauthentication.failed"
  | "password.changed"
  | "password.reset_link_sent"
  | "password.reset_link_made"
  | "password.reset"
  | "email.changed"
  | "email.change_requested"
  | "email.restored"
  | "email.verification_sent"
  | "email.verified"
  | "factor.added"
  | "factor.removed"
  | "factor.removed_by_operator"
  /** A code was wrong or used before. */
  | "factor.failed"
  /** A passkey has signed whose counter went back: its authenticator has a double. */
  | "factor.cloned"
  | "factor.recovery_code_used"
  | "session.stepped_up"
  /** The answer of an OpenID provider proved nobody. */
  | "openid.refused"
  | "identity.linked"
  | "identity.unlinked"
  | "api_key.created"
  | "api_key.changed"
  | "api_key.rotated"
  | "api_key.first_used"
  | "api_key.revoked"
  | "organization.created"
  | "organization.renamed"
  | "organization.deleted"
  | "member.added"
  | "member.changed"
  | "member.removed"
  | "invitation.created"
  | "invitation.revoked";

/** The account, session, API key, factor and identity that an event is about. */
export interface AuditSubject {
  /** Id of the account; null where none is concerned, as at a login with an unknown address. */
  readonly userId: string | null;
  /** Id of the session, where one is concerned. */
  readonly sessionId?: string;
  /** Id of the API key, where one is concerned. */
  readonly keyId?: string;
  /** Id of the second factor, where one is concerned. */
  readonly factorId?: string;
  /** Id of the remembered device, where one is concerned. */
  readonly deviceId?: string;
  /** Id of the linked identity, where one is concerned. */
  readonly identityId?: string;
  /** Id of the organization, where one is concerned. */
  readonly organizationId?: string;
  /** Id of the account whose membership another one has changed, where one is concerned. */
  readonly memberId?: string;
  /** Change of the account's role, where one was changed. */
  readonly roles?: RoleChange;
}

/** Change of an account's role. */
export interface RoleChange {
  /** Role before the change. */
  readonly from: string;
  /** Role since the change. */
  readonly to: string;
}

/** One entry of the audit trail. */
export interface AuditEvent extends AuditSubject {
  /** The change that was made or refused. */
  readonly action: AuditAction;
  /** Time of the event in milliseconds since the Unix epoch (UTC). */
  readonly at: number;
  /** IP address of the client; null when it is not known. */
  readonly ip: string | null;
}

/** The audit trail of one core. */
export interface Audit {
  /** Subscribes to all events; the returned function unsubscribes. */
  on(listener: (event: AuditEvent) => void): () => void;
  /** Emits an event with the present time. */
  record(action: AuditAction, subject: AuditSubject, origin?: Origin): void;
}

/** An audit trail without listeners. */
export function createAudit(clock: Clock): Audit {
  const emitter = new EventEmitter<{ event: [AuditEvent] }>();
  return Object.freeze({
    on: (listener: (event: AuditEvent) => void) => {
      const guarded = (event: AuditEvent): void => {
        try {
          listener(event);
        } catch {
          // The change has been made; an error of a listener is not the caller's.
        }
      };
      emitter.on("event", guarded);
      return () => void emitter.off("event", guarded);
    },
    record: (action: AuditAction, subject: AuditSubject, origin: Origin = {}): void => {
      const at = clock.now();
      emitter.emit("event", Object.freeze({ action, at, ...subject, ip: origin.ip ?? null }));
    },
  });
}
