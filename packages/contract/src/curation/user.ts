/** An account as its owner and admins see it. */

import * as z from "zod";

import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { Count, MaybeText, MaybeTime, Role, Text, Timestamp } from "./fields.ts";

const suspensionFields = {
  /** Reason of the curator or admin. */
  reason: Text,
  /** Time of its beginning, ISO 8601 in UTC. */
  since: Timestamp,
  /** Time of its end, ISO 8601 in UTC; null until it is lifted. */
  until: MaybeTime,
};
/** A suspension: the account can read, and change nothing. */
export interface Suspension extends Fields<typeof suspensionFields> {}
const Suspension: ObjectSchema<Suspension> = object(suspensionFields);

const recoveryFields = {
  /** Time of its beginning, ISO 8601 in UTC. */
  started_at: Timestamp,
  /** Time from which another wallet can take the place of the account's, ISO 8601 in UTC. */
  completes_at: Timestamp,
  /** Time from which it counts no more, ISO 8601 in UTC. */
  expires_at: Timestamp,
};
/** A recovery of the account without its wallet, which waits. */
export interface WaitingRecovery extends Fields<typeof recoveryFields> {}
const WaitingRecovery: ObjectSchema<WaitingRecovery> = object(recoveryFields);

const userFields = {
  /** Account id, a UUID. */
  id: Text,
  /** Wallet address; null when the account has none. */
  wallet_address: MaybeText,
  /** Unique name, 3–50 characters. */
  username: Text,
  /** E-mail address; null when none was given. */
  email: MaybeText,
  /** Name to show in place of the username; null when none was set. */
  display_name: MaybeText,
  /** URL of a picture; null when none was set. */
  avatar_url: MaybeText,
  /** Text about the user; null when none was set. */
  bio: MaybeText,
  /** True when the owner has proved the wallet address by a signature. */
  wallet_verified: z.boolean(),
  /** Name of the proved wallet, for people to read; it identifies nobody. Absent for none, and where not looked up. */
  wallet_name: Text.optional(),
  /** Roles of the account: none, `curator`, `admin` or both. */
  roles: list(Role),
  /** Number of markets that were made from the account's drafts. */
  total_markets_created: Count,
  /** Time of registration, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last change, ISO 8601 in UTC. */
  updated_at: Timestamp,
  /** Time of the last login, ISO 8601 in UTC; null before the first one. */
  last_login_at: MaybeTime,
  /** Suspension of the account, in force until its end; absent for none. */
  suspension: Suspension.optional(),
  /** Time at which the account is deleted unless the deletion is cancelled; only while one waits. */
  deletes_at: Timestamp.optional(),
  /** Recovery without the wallet that waits; a login or DELETE /auth/recovery ends it. Absent for none. */
  recovery: WaitingRecovery.optional(),
};
/** An account with its wallet, its names, its roles and its dates. */
export interface User extends Fields<typeof userFields> {}
export const User: ObjectSchema<User> = object(userFields);

/** An account for examples. */
export function exampleUser(): User {
  const time = "2026-01-01T00:00:00.000Z";
  return {
    id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7",
    username: "ada",
    email: null,
    display_name: "Ada",
    avatar_url: null,
    bio: null,
    wallet_verified: false,
    roles: [],
    total_markets_created: 0,
    created_at: time,
    updated_at: time,
    last_login_at: null,
  };
}
