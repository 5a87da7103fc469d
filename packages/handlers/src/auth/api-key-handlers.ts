/** Handlers of API keys: their owner manages them with a token, or with a key that has `admin`. */

import { requirePermission, type AuthCore, type Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { noteForAudit } from "../audit/audited.ts";
import { isoTime } from "../time/iso-time.ts";
import { keyChanges } from "./key-changes.ts";
import { keysReply, usageReply } from "./key-replies.ts";
import { originOf } from "./origin.ts";
import { notReached, recordsOwner } from "./records-owner.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireCreatedKey, wireKey } from "./wire/api-keys.ts";
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
  /** The same for a key that an API key asks for: it does not reach the organizations of its account. */
  const holder = async (identity: Identity<string>, id: string): Promise<string> => {
    const userId = administrator(identity);
    if (identity.keyId === null) return userId;
    const { organizationId } = await keys.get(userId, id);
    if (organizationId !== null && organizationId !== userId) throw notReached();
    return userId;
  };
  return {
    async createApiKey({ body }, context) {
      const { identity } = context;
      const userId = administrator(identity);
      await steppedUp(core, identity);
      const asked = { ...body, parentId: identity.keyId ?? undefined };
      return wireCreatedKey(await keys.create(userId, asked, originOf(context)), identity);
    },

    async listApiKeys({ query }, { identity }) {
      const userId = administrator(identity);
      await recordsOwner(core, identity, query.organizationId);
      return await keysReply(keys, userId, query);
    },

    async verifyApiKey({ query: { use }, body: { key, permission, ...facts } }, context) {
      const { identity } = context;
      // An access token has every right; a key without the right to verify all keys may verify itself.
      if (identity.keyId === null) administrator(identity);
      const request = { ...facts, use };
      const verdict = await keys.verify(key, permission, originOf(context), request);
      if (verdict.id === null || verdict.id !== identity.keyId) administrator(identity);
      return { ...verdict, permissions: wirePermissions(verdict.permissions) };
    },

    async getApiKey({ params }, { identity }) {
      return wireKey(await keys.get(await holder(identity, params.id), params.id));
    },

    async updateApiKey({ params: { id }, body }, context) {
      const { identity } = context;
      const { name, limits, addresses, origins } = body;
      const userId = await holder(identity, id);
      await steppedUp(core, identity);
      const before = await keys.get(userId, id);
      const change = { name, limits, addresses, origins, byKeyId: identity.keyId ?? undefined };
      const after = await keys.update(userId, id, change, originOf(context));
      noteForAudit(context, keyChanges(before, after));
      return wireKey(after);
    },

    async rotateApiKey({ params: { id }, body: { graceSeconds } }, context) {
      const { identity } = context;
      const userId = await holder(identity, id);
      await steppedUp(core, identity);
      const rotation = { graceSeconds, byKeyId: identity.keyId ?? undefined };
      return wireCreatedKey(await keys.rotate(userId, id, rotation, originOf(context)), identity);
    },

    async getApiKeyUsage({ params: { id }, query }, { identity }) {
      return await usageReply(keys, await holder(identity, id), id, query);
    },

    async revokeApiKey({ params: { id } }, context) {
      const userId = await holder(context.identity, id);
      await steppedUp(core, context.identity);
      const { name } = await keys.get(userId, id);
      noteForAudit(context, { name });
      const revokedAt = await keys.revoke(userId, id, originOf(context));
      return { id, revokedAt: isoTime(revokedAt) };
    },
  };
}
