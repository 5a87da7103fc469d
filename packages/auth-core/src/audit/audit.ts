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
  | "account.disabled"
  | "account.enabled"
  | "account.deletion_requested"
  | "account.deletion_ordered"
  | "account.deletion_cancelled"
  | "account.deleted"
  | "device.approved"
  | "device.denied"
  | "login.succeeded"
  | "login.failed"
  | "reauthentication.failed"
  | "password.changed"
  | "password.reset_link_sent"
  | "password.reset_link_made"
  | "password.reset"
  | "email.changed"
  | "email.verification_sent"
  | "email.verified"
  | "api_key.created"
  | "api_key.first_used"
  | "api_key.revoked";

/** The account, session and API key that an event is about. */
export interface AuditSubject {
  /** Id of the account; null where none is concerned, as at a login with an unknown address. */
  readonly userId: string | null;
  /** Id of the session, where one is concerned. */
  readonly sessionId?: string;
  /** Id of the API key, where one is concerned. */
  readonly keyId?: string;
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
