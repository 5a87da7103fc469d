/** API keys of the node. */

import * as z from "zod";

import { Count, text, Text, Time } from "./fields.ts";

/** share: share and retrieve data; read: more about peers; admin: everything. */
export const KeyScope = z.enum(["share", "read", "admin"]);

const key = {
  id: Text,
  name: Text,
  scopes: z.array(KeyScope),
  created_at: Time,
  revoked_at: Time.nullable(),
};

export const ApiKey = z.object(key);
export type ApiKey = z.infer<typeof ApiKey>;

/** `key` is told here and never again. */
export const CreatedApiKey = z.object({ ...key, key: Text });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const ApiKeyRequest = z.object({
  name: text(1, 100),
  scopes: z.array(KeyScope).min(1).max(3),
});
export type ApiKeyRequest = z.infer<typeof ApiKeyRequest>;

export const ApiKeyList = z.object({ keys: z.array(ApiKey), count: Count });

export const KeyParams = z.object({ id: text(1, 100) });
