/**
 * What happened to accounts and keys, as one typed event each: no password, token or key is ever in one.
 *
 * Listeners run synchronously after the change is durable; one that throws disturbs nobody.
 */

import type { Origin } from "@bourse/credentials";
import type { Clock } from "@bourse/kernel";
import { EventEmitter } from "eventemitter3";

export type AuditAction =
  | "account.registered"
  | "account.disabled"
  | "login.succeeded"
  | "login.failed"
  | "session.refreshed"
  | "session.ended"
  | "session.reuse_detected"
  | "password.changed"
  | "api_key.created"
  | "api_key.first_used"
  | "api_key.revoked";

export interface AuditEvent {
  readonly action: AuditAction;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** null where no account is concerned, as at a login to an unknown one. */
  readonly userId: string | null;
  readonly sessionId?: string;
  readonly keyId?: string;
  readonly ip: string | null;
}

export interface Audit {
  on(listener: (event: AuditEvent) => void): () => void;
  record(
    action: AuditAction,
    subject: {
      readonly userId: string | null;
      readonly sessionId?: string;
      readonly keyId?: string;
    },
    origin?: Origin,
  ): void;
}

export function createAudit(clock: Clock): Audit {
  const emitter = new EventEmitter<{ event: [AuditEvent] }>();
  return Object.freeze({
    on: (listener: (event: AuditEvent) => void) => {
      const guarded = (event: AuditEvent): void => {
        try {
          listener(event);
        } catch {
          // A listener's fault is not the caller's: the change has happened.
        }
      };
      emitter.on("event", guarded);
      return () => void emitter.off("event", guarded);
    },
    record: (
      action: AuditAction,
      subject: {
        readonly userId: string | null;
        readonly sessionId?: string;
        readonly keyId?: string;
      },
      origin: Origin = {},
    ): void => {
      const at = new Date(clock.now()).toISOString();
      emitter.emit("event", Object.freeze({ action, at, ...subject, ip: origin.ip ?? null }));
    },
  });
}
