/** The keys under which the login throttle counts an attempt. */

import { absentOr, anyNumber, anyText, checkArguments, limitKey } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import type { FailureKey } from "./failure-counts.ts";

/** An attempt to log in, or to confirm a change by a credential. */
export interface LoginAttempt {
  /** Key of the account that the caller named, whether it exists or not. */
  readonly account: string;
  /** Client that the attempt came from. */
  readonly origin: Origin;
  /** Id of the live session of this account that the caller holds; undefined or null without one. */
  readonly session?: string | null | undefined;
}

/**
 * Key under which attempts at an account are counted. One that was reset gets a new key with it: failures from before
 * block nobody who knows the new password. The count of the IP address goes on.
 */
export function attemptKey(emailKey: string, passwordResetAt: number | undefined): string {
  checkArguments("attemptKey", KEY_RULES, [emailKey, passwordResetAt]);
  return passwordResetAt === undefined ? emailKey : `${emailKey}\nreset ${passwordResetAt}`;
}

const KEY_RULES = { emailKey: anyText, passwordResetAt: absentOr(anyNumber) };

/** Kinds of keys that are counted: pairs of account and address, their parts, known addresses, and registrations. */
export type Kind = "pair" | "address" | "account" | "success" | "known" | "registration";

/** A key of the login throttle. */
export type Key = FailureKey<Kind>;

/** The keys under which an attempt is counted. */
export interface AttemptKeys extends Readonly<Record<"success" | "account", Key>> {
  /** Undefined without an address and a session. */
  readonly pair: Key | undefined;
  /** Undefined without an address and a session. */
  readonly known: Key | undefined;
  /** Undefined without an address. */
  readonly address: Key | undefined;
}

/** The keys of one attempt. */
export function keysOf(attempt: LoginAttempt): AttemptKeys {
  const { account, origin } = attempt;
  const pair = pairOf(attempt);
  return {
    pair: pair === undefined ? undefined : { kind: "pair", key: pair },
    known: pair === undefined ? undefined : { kind: "known", key: pair },
    success: { kind: "success", key: account },
    account: { kind: "account", key: account },
    address: origin.ip === undefined ? undefined : { kind: "address", key: limitKey(origin.ip) },
  };
}

/** All keys of an attempt. */
export function allKeysOf(attempt: LoginAttempt): readonly Key[] {
  return Object.values<Key | undefined>({ ...keysOf(attempt) }).filter((key) => key !== undefined);
}

/** True when the caller holds a live session of the account. */
export function isHeld(session: string | null | undefined): boolean {
  return session !== undefined && session !== null;
}

/** Neither part of an address nor a session id has a line break, so no account can imitate another pair. */
function pairOf({ account, origin: { ip }, session }: LoginAttempt): string | undefined {
  if (isHeld(session)) return `session\n${session}`;
  return ip === undefined ? undefined : `${account}\naddress ${limitKey(ip)}`;
}
