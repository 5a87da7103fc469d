/** Limits of API keys, and the keys that a rotation has replaced. */

import * as z from "zod";

import { exactObject, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { MaybeTime, Text, Timestamp } from "./fields.ts";

const count = z.int().min(0).max(1_000_000_000_000);
const limitFields = {
  /** Maximum number of requests in a window, 0–1,000,000,000,000. Default: unlimited. */
  requests: count.optional(),
  /** Maximum bytes of request bodies in a window, 0–1,000,000,000,000. Default: unlimited. */
  bytes: count.optional(),
  /**
   * Maximum cost in a window, 0–1,000,000,000,000; a request costs 1, unless its verification says another. Default:
   * unlimited.
   */
  cost: count.optional(),
  /** Length of a window in seconds, 1–2,592,000; windows begin at multiples of it since the Unix epoch. */
  windowSeconds: z.int().min(1).max(2_592_000),
};
/** Maximum use of a key in each window of time; at least one of requests, bytes and cost. */
export interface KeyLimits extends Fields<typeof limitFields> {}
export const KeyLimits: ObjectSchema<KeyLimits> = object(limitFields);

/** Limits that a key gets; at least one of requests, bytes and cost. */
export interface NewKeyLimits extends Fields<typeof limitFields> {}
export const NewKeyLimits: ObjectSchema<NewKeyLimits> = exactObject(limitFields);

const formerFields = {
  /** First characters of the replaced key. */
  prefix: Text,
  /** Time until which it is accepted, ISO 8601 in UTC. */
  validUntil: Timestamp,
  /** Time of its last use, before the rotation or since, ISO 8601 in UTC; null before the first one. */
  lastUsed: MaybeTime,
};
/** A key that a rotation has replaced and that is still accepted. */
export interface FormerKey extends Fields<typeof formerFields> {}
export const FormerKey: ObjectSchema<FormerKey> = object(formerFields);
