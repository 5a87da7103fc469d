/** Second factors of one core: apps, passkeys, recovery codes, remembered devices, challenges and step-up. */

import { type Clock, type Ids, type Store, type Transaction, deleteFound } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";

import type { Origin } from "../origin/origin.ts";
import { createChallengeSeal } from "../passkeys/challenge-seal.ts";
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from "../passkeys/credential-forms.ts";
import type { PasskeyOptions } from "../passkeys/passkey-options.ts";
import { createRelyingParty } from "../passkeys/relying-party.ts";
import type { LoginLimit } from "../refusal/login-limit.ts";
import { forgetDevicesOf } from "../remembered/forget-devices.ts";
import { type RememberedDevice, rememberedDevices } from "../remembered/remembered-device.ts";
import { factorChallenges } from "./challenge-document.ts";
import { issueChallenge } from "./challenges.ts";
import { factorDocuments } from "./factor-document.ts";
import type { RefuseFactor } from "./factor-refusal.ts";
import { createFactorThrottle } from "./factor-throttle.ts";
import type { ClonedPasskey, FactorsParts } from "./factors-parts.ts";
import { type Factor, factorView, heldFactors, kindsOf } from "./held-factors.ts";
import { beginPasskeyUse, provePasskey } from "./passkey-login.ts";
import { type AddedPasskey, type NewPasskey, addPasskey, beginPasskey } from "./passkey-setup.ts";
import { type FactorAnswer, type FactorProof, proveFactor } from "./prove-factor.ts";
import {
  type AddedDevice,
  forgetDevice,
  listDevices,
  type NewDevice,
  rememberDevice,
} from "./remember-device.ts";
import {
  removeFactor,
  removeFactors,
  removeFactorsIn,
  removePasskeysSince,
} from "./remove-factors.ts";
import { type SteppedSession, requireStepUp, stepUp } from "./step-up.ts";
import { type NewTotp, type TotpConfirmation, beginTotp, confirmTotp } from "./totp-setup.ts";
import { type DeviceAtLogin, useDevice } from "./use-device.ts";

/** Parts that the second factors of a core are built from. */
export interface SecondFactorsParts {
  /**
   * Store that was opened with `factorDocuments`, `factorChallenges`, `rememberedDevices`, `sessions` and
   * `loginFailures`.
   */
  readonly store: Store;
  /** 32 bytes; the key that seals the secrets of authenticators is derived from it. */
  readonly masterKey: Uint8Array;
  /** Name of the service in authenticator apps and passkeys. */
  readonly authenticatorName: string;
  /** Site and library of passkeys; undefined for none. */
  readonly passkeys: PasskeyOptions | undefined;
  /** Days for which a device is remembered, 0–365; 0 for none. */
  readonly rememberedDeviceDays: number;
  /** Wrong codes of an account within the window that block it, from whatever addresses they come. */
  readonly loginFailuresPerAccount: number;
  /** Wrong codes from one IP address (IPv6: per /64) within the window that block it. */
  readonly loginFailuresPerAddress: number;
  /** Sliding window in seconds in which wrong codes are counted. */
  readonly loginWindowSeconds: number;
  /** Called with the limit `factors` when a code is refused for it; undefined for nothing. */
  readonly onThrottled: ((limit: LoginLimit) => void) | undefined;
  /** Called when a passkey has signed whose counter went back, which is refused: its authenticator has a double. */
  readonly onClonedPasskey: ClonedPasskey;
  /** Source of the time. */
  readonly clock: Clock;
  /** Source of ids. */
  readonly ids: Ids;
  /** Makes the core's own errors. */
  readonly refuse: RefuseFactor;
}

/** Client that an answer came from, and what is done about a wrong code. */
interface AnswerContext {
  /** Client that the answer came from. */
  readonly origin: Origin;
  /** Called with the account when the code is wrong. */
  readonly failed: (userId: string) => void;
}

/** Second factors, for a core's own use. `also` is run in the transaction of a change. */
export interface SecondFactors {
  /** The confirmed factors of an account, at most 10. */
  list(userId: string): Promise<readonly Factor[]>;
  /** Begins an authenticator; `label` names the account in it. @throws the core's error QUOTA_EXCEEDED */
  beginTotp(account: { readonly id: string; readonly label: string }): Promise<NewTotp>;
  /**
   * Confirms an authenticator by its first code, within 15 minutes, and resolves to its ten recovery codes.
   *
   * @throws the core's error NOT_FOUND, INVALID_CREDENTIALS, RATE_LIMITED
   */
  confirmTotp(
    userId: string,
    confirmation: TotpConfirmation,
    origin: Origin,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<readonly string[]>;
  /** True where passkeys can be used, unless the library turns out to be missing. */
  readonly hasPasskeys: boolean;
  /**
   * Options for a new passkey, for five minutes; `label` names the account in the authenticator.
   *
   * @throws the core's error PASSKEYS_UNAVAILABLE, QUOTA_EXCEEDED
   */
  beginPasskey(account: {
    readonly id: string;
    readonly label: string;
  }): Promise<PasskeyCreationOptions>;
  /**
   * Adds a passkey; with the first factor of an account ten recovery codes.
   *
   * @throws the core's error PASSKEYS_UNAVAILABLE, VALIDATION_ERROR, CHALLENGE_INVALID, INVALID_CREDENTIALS,
   * QUOTA_EXCEEDED
   */
  addPasskey(
    userId: string,
    passkey: NewPasskey,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<AddedPasskey>;
  /**
   * Options for a login by a passkey alone, or for the answer to a challenge of a login or a step-up.
   *
   * @throws the core's error PASSKEYS_UNAVAILABLE, CHALLENGE_INVALID
   */
  beginPasskeyUse(challenge: string | undefined): Promise<PasskeyRequestOptions>;
  /**
   * Checks a login by a passkey alone.
   *
   * @throws the core's error PASSKEYS_UNAVAILABLE, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
   */
  provePasskey(
    assertion: PasskeyAssertion,
    context: AnswerContext,
  ): Promise<Pick<FactorProof, "userId" | "spend">>;
  /**
   * Removes a factor. Its recovery codes pass to another factor of the account unless one has codes of its own.
   *
   * @throws the core's error NOT_FOUND
   */
  remove(userId: string, id: string, also: (tx: Transaction) => Promise<void>): Promise<void>;
  /** Removes all factors of an account; resolves to their ids. `also` is left out when there were none. */
  removeAll(userId: string, also: (tx: Transaction) => Promise<void>): Promise<readonly string[]>;
  /**
   * Removes the passkeys that an account got from a time on, with their recovery codes, in the caller's transaction:
   * they would let whoever added them log in after the account was given to its owner.
   */
  removePasskeysSince(tx: Transaction, userId: string, since: number): Promise<void>;
  /** Removes all factors of an account in the caller's transaction; resolves to the ids of the confirmed ones. */
  removeAllIn(tx: Transaction, userId: string): Promise<readonly string[]>;
  /**
   * Passes for an account without factors, and from a remembered device, whose next secret it resolves to; else null.
   * `boundTo` is a digest of the first proof; the challenge keeps `permissions`, to which the login is narrowed. A
   * secret that was replaced before forgets its device.
   *
   * @throws the core's error FACTOR_REQUIRED, details.challenge and details.factors
   */
  requireAtLogin(
    userId: string,
    boundTo: string,
    device: DeviceAtLogin,
    permissions?: readonly string[],
  ): Promise<AddedDevice | null>;
  /** Remembers a device in the caller's transaction; resolves to null where the service remembers none. */
  remember(tx: Transaction, device: NewDevice): Promise<AddedDevice | null>;
  /** The remembered devices of an account, newest first, at most 20. */
  devices(userId: string): Promise<readonly RememberedDevice[]>;
  /** Forgets a device. @throws the core's error NOT_FOUND */
  forget(userId: string, id: string): Promise<void>;
  /** Forgets the devices of an account in the caller's transaction. */
  forgetAllIn(tx: Transaction, userId: string): Promise<void>;
  /**
   * Checks the answer to the challenge of a login.
   *
   * @throws the core's error CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
   */
  proveAtLogin(answer: FactorAnswer, context: AnswerContext): Promise<FactorProof>;
  /**
   * Asks for a factor in a recovery. Resolves to null for an account without factors, else to the checked answer;
   * `boundTo` is a digest of the first proof.
   *
   * @throws the core's error FACTOR_REQUIRED without an answer, CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED
   */
  proveAtRecovery(
    proof: { readonly userId: string; readonly boundTo: string },
    answer: FactorAnswer | undefined,
    context: AnswerContext,
  ): Promise<FactorProof | null>;
  /**
   * Passes for an account without factors, and in a session that was stepped up within ten minutes.
   *
   * @throws the core's error STEP_UP_REQUIRED, details.challenge and details.factors
   */
  requireStepUp(session: SteppedSession): Promise<void>;
  /** Steps a session up. @throws the core's error CHALLENGE_INVALID, INVALID_CREDENTIALS, RATE_LIMITED */
  stepUp(
    session: SteppedSession,
    answer: FactorAnswer,
    context: AnswerContext,
  ): Promise<Pick<FactorProof, "kind">>;
  /**
   * Deletes expired challenges and devices, and authenticators that were not confirmed in time, at most 1000 of each a
   * call.
   */
  sweep(): Promise<void>;
}

const KEY_BYTES = 32;

/** Opens the second factors of a core. */
export function openSecondFactors(given: SecondFactorsParts): SecondFactors {
  const { store, masterKey, authenticatorName: service, clock, ids, refuse } = given;
  const { rememberedDeviceDays, onClonedPasskey: cloned } = given;
  const key = hkdfSha256(masterKey, "bourse factors", KEY_BYTES);
  const limit = createFactorThrottle(given);
  const party = createRelyingParty(given.passkeys, (message) =>
    refuse("PASSKEYS_UNAVAILABLE", message),
  );
  const seal = createChallengeSeal(masterKey);
  const shared = { store, key, party, seal, service, clock, ids, limit, refuse };
  const parts: FactorsParts = { ...shared, rememberedDeviceDays, cloned };
  return Object.freeze<SecondFactors>({
    list: async (userId) => (await heldFactors(store, userId)).map(factorView),
    beginTotp: (account) => beginTotp(parts, account),
    confirmTotp: (userId, confirmation, origin, also) =>
      confirmTotp(parts, userId, confirmation, origin, also),
    hasPasskeys: party.isReady,
    beginPasskey: (account) => beginPasskey(parts, account),
    addPasskey: (userId, passkey, also) => addPasskey(parts, userId, passkey, also),
    beginPasskeyUse: (challenge) => beginPasskeyUse(parts, challenge),
    provePasskey: (assertion, context) => provePasskey(parts, assertion, context),
    remove: (userId, id, also) => removeFactor(parts, userId, id, also),
    removeAll: (userId, also) => removeFactors(parts, userId, also),
    removePasskeysSince,
    removeAllIn: removeFactorsIn,
    requireAtLogin: async (userId, boundTo, device, permissions) => {
      const held = await heldFactors(store, userId);
      if (held.length === 0) return null;
      const passed = await useDevice(parts, userId, device);
      if (passed !== undefined) return passed;
      const narrowed = permissions === undefined ? {} : { permissions };
      throw await factorAsked(parts, { purpose: "login", userId, boundTo, ...narrowed });
    },
    remember: (tx, device) => rememberDevice(parts, tx, device),
    devices: (userId) => listDevices(parts, userId),
    forget: (userId, id) => forgetDevice(parts, userId, id),
    forgetAllIn: forgetDevicesOf,
    proveAtLogin: (answer, context) => proveFactor(parts, answer, { purpose: "login", ...context }),
    proveAtRecovery: async (only, answer, context) => {
      if ((await heldFactors(store, only.userId)).length === 0) return null;
      if (answer === undefined) throw await factorAsked(parts, { purpose: "recovery", ...only });
      return await proveFactor(parts, answer, { purpose: "recovery", only, ...context });
    },
    requireStepUp: (session) => requireStepUp(parts, session),
    stepUp: (session, answer, context) => stepUp(parts, session, answer, context),
    sweep: async () => {
      const now = clock.now();
      await deleteFound(store, factorChallenges, { index: "by_end", range: { lte: now } });
      await deleteFound(store, rememberedDevices, { index: "by_end", range: { lte: now } });
      await deleteFound(store, factorDocuments, {
        index: "by_pending",
        range: { gt: 0, lte: now },
      });
    },
  });
}

/** The error that asks for a second factor, with a new challenge. */
async function factorAsked(
  parts: FactorsParts,
  facts: Parameters<typeof issueChallenge>[1],
): Promise<Error> {
  const held = await heldFactors(parts.store, facts.userId);
  const details = { challenge: await issueChallenge(parts, facts), factors: kindsOf(held) };
  const message = "This account has a second factor: answer by it.";
  return parts.refuse("FACTOR_REQUIRED", message, { details });
}
