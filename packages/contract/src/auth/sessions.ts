/** A user's logins. */

import * as z from "zod";

import { Text, Timestamp } from "./fields.ts";

export const Session = z.object({
  id: Text,
  createdAt: Timestamp,
  lastUsedAt: Timestamp,
  expiresAt: Timestamp,
  userAgent: Text.nullable(),
  ip: Text.nullable(),
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const SessionEnded = z.object({ id: Text });
