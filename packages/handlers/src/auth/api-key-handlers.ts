/** API keys: their owner manages them with a token, or with a key that has `admin`. */

import { requirePermission, type AuthCore, type Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { originOf } from "./origin.ts";

type Routes = Pick<
  AuthApi["routes"],
  "createApiKey" | "listApiKeys" | "verifyApiKey" | "getApiKey" | "revokeApiKey"
>;

export function apiKeyHandlers({ keys }: AuthCore): Handlers<Routes, Identity> {
  return {
    async createApiKey({ body: { name, permissions, expiresInDays } }, context) {
      const created = await keys.create(
        administrator(context.identity),
        { name, permissions, ...(expiresInDays === undefined ? {} : { expiresInDays }) },
        originOf(context),
      );
      return { ...created, permissions: [...created.permissions] };
    },

    async listApiKeys(_input, { identity }) {
      const found = await keys.list(administrator(identity));
      return found.map(({ id, name, lastUsed, createdAt }) => ({ id, name, lastUsed, createdAt }));
    },

    async verifyApiKey({ body: { key, permission } }, { identity }) {
      administrator(identity);
      const verdict = await keys.verify(key, permission);
      return { ...verdict, permissions: [...verdict.permissions] };
    },

    async getApiKey({ params }, { identity }) {
      const found = await keys.get(administrator(identity), params.id);
      return { ...found, permissions: [...found.permissions] };
    },

    async revokeApiKey({ params: { id } }, context) {
      const revokedAt = await keys.revoke(administrator(context.identity), id, originOf(context));
      return { id, revokedAt };
    },
  };
}

/** The id of a caller with `admin`. @throws AuthError FORBIDDEN */
function administrator(identity: Identity): string {
  requirePermission(identity, "admin");
  return identity.userId;
}
