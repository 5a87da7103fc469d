/** Handlers of API keys: their owner manages them with a token, or with a key that has `admin`. */

import { requirePermission, type AuthCore, type Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { listReply } from "../paging/list-reply.ts";
import { isoTime } from "../time/iso-time.ts";
import { listOptions } from "./list-options.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireCreatedKey, wireKey, wireKeyItem, wireKeyUsage } from "./wire/api-keys.ts";
import { wirePermissions } from "./wire/permissions.ts";

type Routes = Pick<
  AuthApi["routes"],
  | "createApiKey"
  | "listApiKeys"
  | "verifyApiKey"
  | "getApiKey"
  | "updateApiKey"
  | "rotateApiKey"
  | "getApiKeyUsage"
  | "revokeApiKey"
>;

/** Handlers of the routes of API keys. */
export function apiKeyHandlers(core: AuthCore<string>): Handlers<Routes, Identity<string>> {
  const { keys, permissions: set } = core;
  /** Id of a caller who has the permission `admin`. @throws AuthError FORBIDDEN */
  const administrator = (identity: Identity<string>): string => {
    requirePermission(identity, "admin", set);
    return identity.userId;
  };
  return {
    async createApiKey({ body: { name, permissions, expiresInDays, environment } }, context) {
      const { identity } = context;
      const userId = administrator(identity);
      await steppedUp(core, identity);
      const created = await keys.create(
        userId,
        {
          name,
          permissions,
          ...(expiresInDays === undefined ? {} : { expiresInDays }),
          ...(environment === undefined ? {} : { environment }),
          parentId: identity.keyId ?? undefined,
        },
        originOf(context),
      );
      return wireCreatedKey(created, identity);
    },

    async listApiKeys({ query: { view, limit, cursor } }, { identity }) {
      const userId = administrator(identity);
      if (view === undefined) {
        return listReply({ items: await keys.list(userId), next: null }, wireKeyItem);
      }
      return listReply(await keys.page(userId, listOptions({ limit, cursor })), wireKey);
    },

    async verifyApiKey({ body: { key, permission, ...request } }, context) {
      const { identity } = context;
      // An access token has every right; a key without the right to verify all keys may verify itself.
      if (identity.keyId === null) administrator(identity);
      const verdict = await keys.verify(key, permission, originOf(context), request);
      if (verdict.id === null || verdict.id !== identity.keyId) administrator(identity);
      return { ...verdict, permissions: wirePermissions(verdict.permissions) };
    },

    async getApiKey({ params }, { identity }) {
      return wireKey(await keys.get(administrator(identity), params.id));
    },

    async updateApiKey({ params: { id }, body }, context) {
      const { identity } = context;
      const { name, limits, addresses, origins } = body;
      const userId = administrator(identity);
      await steppedUp(core, identity);
      const change = { name, limits, addresses, origins, byKeyId: identity.keyId ?? undefined };
      return wireKey(await keys.update(userId, id, change, originOf(context)));
    },

    async rotateApiKey({ params: { id }, body: { graceSeconds } }, context) {
      const { identity } = context;
      const userId = administrator(identity);
      await steppedUp(core, identity);
      const rotation = { graceSeconds, byKeyId: identity.keyId ?? undefined };
      return wireCreatedKey(await keys.rotate(userId, id, rotation, originOf(context)), identity);
    },

    async getApiKeyUsage({ params: { id }, query }, { identity }) {
      const page = await keys.usage(administrator(identity), id, listOptions(query));
      return listReply(page, wireKeyUsage);
    },

    async revokeApiKey({ params: { id } }, context) {
      const userId = administrator(context.identity);
      await steppedUp(core, context.identity);
      const revokedAt = await keys.revoke(userId, id, originOf(context));
      return { id, revokedAt: isoTime(revokedAt) };
    },
  };
}
