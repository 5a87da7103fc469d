/** Handlers of API keys: their owner manages them with a token, or with a key that has `admin`. */

import { requirePermission, type AuthCore, type Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { isoTime } from "../time/iso-time.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireCreatedKey, wireKey, wireKeyItem } from "./wire/api-keys.ts";

type Routes = Pick<
  AuthApi["routes"],
  "createApiKey" | "listApiKeys" | "verifyApiKey" | "getApiKey" | "revokeApiKey"
>;

/** Handlers of the routes of API keys. */
export function apiKeyHandlers(core: AuthCore): Handlers<Routes, Identity> {
  const { keys } = core;
  return {
    async createApiKey({ body: { name, permissions, expiresInDays } }, context) {
      const { identity } = context;
      const userId = administrator(identity);
      await steppedUp(core, identity);
      const created = await keys.create(
        userId,
        {
          name,
          permissions,
          ...(expiresInDays === undefined ? {} : { expiresInDays }),
          parentId: identity.keyId ?? undefined,
        },
        originOf(context),
      );
      return wireCreatedKey(created, identity);
    },

    async listApiKeys(_input, { identity }) {
      return (await keys.list(administrator(identity))).map(wireKeyItem);
    },

    async verifyApiKey({ body: { key, permission } }, context) {
      administrator(context.identity);
      const verdict = await keys.verify(key, permission, originOf(context));
      return { ...verdict, permissions: [...verdict.permissions] };
    },

    async getApiKey({ params }, { identity }) {
      return wireKey(await keys.get(administrator(identity), params.id));
    },

    async revokeApiKey({ params: { id } }, context) {
      const userId = administrator(context.identity);
      await steppedUp(core, context.identity);
      const revokedAt = await keys.revoke(userId, id, originOf(context));
      return { id, revokedAt: isoTime(revokedAt) };
    },
  };
}

/** Id of a caller who has the permission `admin`. @throws AuthError FORBIDDEN */
function administrator(identity: Identity): string {
  requirePermission(identity, "admin");
  return identity.userId;
}
