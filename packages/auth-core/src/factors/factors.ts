/** Second factors of an account: set up and removed by its owner, or removed by the operator. */

import type {
  AccountMail,
  AddedPasskey,
  Factor,
  FactorAnswer,
  Letter,
  NewPasskey,
  NewTotp,
  Origin,
  PasskeyCreationOptions,
  RememberedDevice,
  SecondFactors,
  TotpConfirmation,
} from "@bourse/credentials";
import type { Store, Transaction } from "@bourse/kernel";

import { noAccount } from "../accounts/account-refusals.ts";
import { type AccountDocument, accounts } from "../accounts/account.ts";
import { findByEmail } from "../accounts/find-account.ts";
import type { Audit } from "../audit/audit.ts";

/** A session of an account. */
export interface AccountSession {
  /** Id of the account. */
  readonly userId: string;
  /** Id of the session. */
  readonly sessionId: string;
}

/**
 * Second factors of accounts. A login of an account that has one is answered in two steps: see `Accounts.login`.
 *
 * No call but `requireStepUp` asks for a step-up: call that one before an act that changes proof, keys, roles or money.
 */
export interface Factors {
  /** The confirmed factors of an account, at most 10. */
  list(userId: string): Promise<readonly Factor[]>;
  /**
   * Begins an authenticator app (TOTP, RFC 6238). The account has it once a code of it is confirmed, within 15 minutes.
   *
   * @throws AuthError NOT_FOUND, QUOTA_EXCEEDED
   */
  addTotp(userId: string): Promise<NewTotp>;
  /**
   * Confirms an authenticator app by a code of it, and resolves to its ten recovery codes. This is the only time that
   * they can be read.
   *
   * @throws AuthError NOT_FOUND, INVALID_CREDENTIALS, RATE_LIMITED
   */
  confirmTotp(
    userId: string,
    confirmation: TotpConfirmation,
    origin?: Origin,
  ): Promise<readonly string[]>;
  /**
   * Options with which a browser makes a passkey (WebAuthn), good for five minutes.
   *
   * @throws AuthError NOT_FOUND, QUOTA_EXCEEDED, PASSKEYS_UNAVAILABLE
   */
  beginPasskey(userId: string): Promise<PasskeyCreationOptions>;
  /**
   * Adds the passkey that a browser has made, and resolves to ten recovery codes when it is the account's first factor.
   * This is the only time that they can be read.
   *
   * @throws AuthError NOT_FOUND, VALIDATION_ERROR (details.path `name`), CHALLENGE_INVALID, INVALID_CREDENTIALS,
   * QUOTA_EXCEEDED, PASSKEYS_UNAVAILABLE
   */
  addPasskey(userId: string, passkey: NewPasskey, origin?: Origin): Promise<AddedPasskey>;
  /**
   * Removes a factor. Its recovery codes pass to another factor of the account unless one has codes of its own.
   *
   * @throws AuthError NOT_FOUND
   */
  remove(userId: string, id: string, origin?: Origin): Promise<void>;
  /**
   * Removes all factors of an account, for the operator. Resolves to their number; undefined when no account has this
   * address.
   */
  removeAll(email: string): Promise<number | undefined>;
  /** The remembered devices of an account, newest first, at most 20. */
  devices(userId: string): Promise<readonly RememberedDevice[]>;
  /** Forgets a remembered device: logins from it need a second factor again. @throws AuthError NOT_FOUND */
  forgetDevice(userId: string, id: string, origin?: Origin): Promise<void>;
  /**
   * Passes for an account without factors, and in a session that was stepped up within ten minutes.
   *
   * @throws AuthError STEP_UP_REQUIRED, details.challenge and details.factors
   */
  requireStepUp(session: AccountSession): Promise<void>;
  /**
   * Steps a session up for ten minutes by the answer to its challenge.
   *
   * @throws AuthError VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED, PASSKEYS_UNAVAILABLE
   */
  stepUp(session: AccountSession, answer: FactorAnswer, origin?: Origin): Promise<void>;
}

/** Parts that the factors of accounts are built from. */
export interface FactorsParts {
  readonly store: Store;
  readonly factors: SecondFactors;
  readonly mail: AccountMail;
  /** Names of the API keys of an account that are accepted now. */
  readonly keyNames: (userId: string) => Promise<readonly string[]>;
  readonly audit: Audit;
}

/** Creates the factors of accounts. */
export function createFactors(parts: FactorsParts): Factors {
  const { store, factors, audit } = parts;
  return Object.freeze<Factors>({
    list: (userId) => factors.list(userId),
    addTotp: async (userId) => {
      const { email: label } = await accountOf(parts, userId);
      return await factors.beginTotp({ id: userId, label });
    },
    confirmTotp: async (userId, confirmation, origin = {}) => {
      const notice = await noticeOf(parts, await accountOf(parts, userId), "factor_added");
      const codes = await factors.confirmTotp(userId, confirmation, origin, notice);
      audit.record("factor.added", { userId, factorId: confirmation.id }, origin);
      return codes;
    },
    beginPasskey: async (userId) => {
      const { email: label } = await accountOf(parts, userId);
      return await factors.beginPasskey({ id: userId, label });
    },
    addPasskey: async (userId, passkey, origin = {}) => {
      const notice = await noticeOf(parts, await accountOf(parts, userId), "factor_added");
      const added = await factors.addPasskey(userId, passkey, notice);
      audit.record("factor.added", { userId, factorId: added.id }, origin);
      return added;
    },
    remove: async (userId, id, origin) => {
      const notice = await noticeOf(parts, await accountOf(parts, userId), "factor_removed");
      await factors.remove(userId, id, notice);
      audit.record("factor.removed", { userId, factorId: id }, origin);
    },
    removeAll: async (email) => {
      const account = await findByEmail(store, email);
      if (account === undefined) return undefined;
      const { id: userId } = account;
      const removed = await factors.removeAll(
        userId,
        await noticeOf(parts, account, "factor_removed"),
      );
      for (const factorId of removed) {
        audit.record("factor.removed_by_operator", { userId, factorId });
      }
      return removed.length;
    },
    devices: (userId) => factors.devices(userId),
    forgetDevice: async (userId, id, origin) => {
      await factors.forget(userId, id);
      audit.record("device.forgotten", { userId, deviceId: id }, origin);
    },
    requireStepUp: (session) => factors.requireStepUp(session),
    stepUp: async (session, answer, origin = {}) => {
      const failed = (): void => audit.record("factor.failed", session, origin);
      const { kind } = await factors.stepUp(session, answer, { origin, failed });
      if (kind === "recovery_code") audit.record("factor.recovery_code_used", session, origin);
      audit.record("session.stepped_up", session, origin);
    },
  });
}

async function accountOf(
  { store }: Pick<FactorsParts, "store">,
  userId: string,
): Promise<AccountDocument> {
  const found = await store.get(accounts, userId);
  if (found === undefined) throw noAccount();
  return found.value;
}

/** Adds the notice of a change to the outbox, in the transaction of the change. */
async function noticeOf(
  { mail, keyNames }: Pick<FactorsParts, "mail" | "keyNames">,
  { id, email: to, name }: AccountDocument,
  kind: Extract<Letter["kind"], `factor_${string}`>,
): Promise<(tx: Transaction) => Promise<void>> {
  const keys = mail.isOn ? await keyNames(id) : [];
  const notice = await mail.prepareNotice({ kind, to, name, keys });
  return (tx) => mail.add(tx, notice);
}
