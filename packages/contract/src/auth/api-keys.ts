/** API keys: made, listed, looked at, revoked, verified. */

import * as z from "zod";

import { line, MaybeTime, opaque, Permission, Text, Timestamp } from "./fields.ts";

export const NewApiKey = z.object({
  name: line(1, 100),
  permissions: z
    .array(Permission)
    .min(1)
    .max(4)
    .refine((list) => new Set(list).size === list.length, "must name each permission once"),
  expiresInDays: z.int().min(1).max(365).optional(),
});

/** Seed, part A: the only answer with the key in it. */
export const CreatedApiKey = z.object({
  id: Text,
  name: Text,
  key: Text,
  permissions: z.array(Permission),
  createdAt: Timestamp,
});

/** Seed, part A: exactly these four. */
export const ApiKeyItem = z.strictObject({
  id: Text,
  name: Text,
  lastUsed: MaybeTime,
  createdAt: Timestamp,
});

export const ApiKeyDetail = z.object({
  id: Text,
  name: Text,
  prefix: Text,
  permissions: z.array(Permission),
  status: z.enum(["active", "expired"]),
  lastUsed: MaybeTime,
  expiresAt: MaybeTime,
  createdAt: Timestamp,
});

export const RevokedApiKey = z.object({ id: Text, revokedAt: Timestamp });

export const VerifyRequest = z.object({ key: opaque(512), permission: Permission.optional() });

export const KeyVerdict = z.object({
  valid: z.boolean(),
  code: z.enum(["VALID", "INVALID_API_KEY", "FORBIDDEN"]),
  id: Text.nullable(),
  permissions: z.array(Permission),
});
