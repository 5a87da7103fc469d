/** Second factors of accounts: set up and removed by their owner, or removed by the operator. */

import type {
  AddedPasskey,
  Factor,
  FactorAnswer,
  NewPasskey,
  NewTotp,
  Origin,
  PasskeyCreationOptions,
  RememberedDevice,
  SecondFactors,
  TotpConfirmation,
} from "@bourse/credentials";
import type { AuditTrail, Store } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { readAccount } from "../users/user-document.ts";

/**
 * Second factors of accounts. A login of an account that has one is answered in two steps: see `Accounts.login`.
 *
 * No call but `requireStepUp` asks for a step-up: call that one before an act that changes credentials or roles.
 */
export interface Factors {
  /** Lists the actor's confirmed factors, at most 10. */
  list(actor: Actor): Promise<readonly Factor[]>;
  /**
   * Begins an authenticator app (TOTP, RFC 6238). The account has it once a code of it is confirmed, within 15 minutes.
   *
   * @throws CurationError NOT_FOUND, QUOTA_EXCEEDED
   */
  addTotp(actor: Actor): Promise<NewTotp>;
  /**
   * Confirms an authenticator app by a code of it, and resolves to its ten recovery codes. This is the only time that
   * they can be read.
   *
   * @throws CurationError NOT_FOUND, INVALID_CREDENTIALS, RATE_LIMITED
   */
  confirmTotp(
    actor: Actor,
    confirmation: TotpConfirmation,
    origin?: Origin,
  ): Promise<readonly string[]>;
  /**
   * Options with which a browser makes a passkey (WebAuthn), good for five minutes.
   *
   * @throws CurationError NOT_FOUND, QUOTA_EXCEEDED, PASSKEYS_UNAVAILABLE
   */
  beginPasskey(actor: Actor): Promise<PasskeyCreationOptions>;
  /**
   * Adds the passkey that a browser has made, and resolves to ten recovery codes when it is the account's first factor.
   * This is the only time that they can be read.
   *
   * @throws CurationError VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS, QUOTA_EXCEEDED,
   * PASSKEYS_UNAVAILABLE
   */
  addPasskey(actor: Actor, passkey: NewPasskey): Promise<AddedPasskey>;
  /**
   * Removes a factor. Its recovery codes pass to another factor of the account unless one has codes of its own.
   *
   * @throws CurationError NOT_FOUND
   */
  remove(actor: Actor, id: string): Promise<void>;
  /** Removes all factors of an account, for the operator; resolves to their number. */
  removeAll(userId: string): Promise<number>;
  /** Lists the actor's remembered devices, newest first, at most 20. */
  devices(actor: Actor): Promise<readonly RememberedDevice[]>;
  /** Forgets a remembered device: logins from it need a second factor again. @throws CurationError NOT_FOUND */
  forgetDevice(actor: Actor, id: string): Promise<void>;
  /**
   * Passes for an actor without factors, and in a session that was stepped up within ten minutes.
   *
   * @throws CurationError STEP_UP_REQUIRED, details.challenge and details.factors
   */
  requireStepUp(actor: Actor): Promise<void>;
  /**
   * Steps the actor's session up for ten minutes by the answer to its challenge.
   *
   * @throws CurationError VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
   */
  stepUp(actor: Actor, answer: FactorAnswer, origin?: Origin): Promise<void>;
}

/** Parts that the factors of accounts are built from. */
export interface FactorsParts {
  readonly store: Store;
  readonly factors: SecondFactors;
  readonly trail: AuditTrail;
}

const NOTHING = (): Promise<void> => Promise.resolve();

/** Creates the factors of a store. */
export function createFactors({ store, factors, trail }: FactorsParts): Factors {
  return Object.freeze<Factors>({
    list: (actor) => factors.list(actor.id),
    addTotp: async (actor) => {
      const { value } = await readAccount(store, actor.id);
      return await factors.beginTotp({ id: actor.id, label: value.username });
    },
    confirmTotp: (actor, confirmation, origin = {}) =>
      factors.confirmTotp(actor.id, confirmation, origin, NOTHING),
    beginPasskey: async (actor) => {
      const { value } = await readAccount(store, actor.id);
      return await factors.beginPasskey({ id: actor.id, label: value.username });
    },
    addPasskey: (actor, passkey) => factors.addPasskey(actor.id, passkey, NOTHING),
    remove: (actor, id) => factors.remove(actor.id, id, NOTHING),
    removeAll: async (userId) => {
      const removed = await factors.removeAll(userId, NOTHING);
      for (const subject of removed) {
        trail.append({ action: "factor.removed", actor: "operator", account: userId, subject });
      }
      return removed.length;
    },
    devices: (actor) => factors.devices(actor.id),
    forgetDevice: (actor, id) => factors.forget(actor.id, id),
    requireStepUp: ({ id: userId, sessionId }) =>
      sessionId === null ? NOTHING() : factors.requireStepUp({ userId, sessionId }),
    stepUp: async ({ id: userId, sessionId }, answer, origin = {}) => {
      const context = { origin, failed: () => undefined };
      await factors.stepUp({ userId, sessionId: sessionId ?? "" }, answer, context);
    },
  });
}
