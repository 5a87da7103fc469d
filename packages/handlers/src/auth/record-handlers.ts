/** Handlers of deployments, transactions and usage, each behind its permission. */

import {
  requirePermission,
  type AuthCore,
  type Identity,
  type Permission,
} from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { listReply } from "../paging/list-reply.ts";
import { listOptions } from "./list-options.ts";
import { recordsOwner } from "./records-owner.ts";
import { wireDeployment, wireTransaction, wireUsage } from "./wire/records.ts";

type Routes = Pick<
  AuthApi["routes"],
  | "listDeployments"
  | "createDeployment"
  | "getDeployment"
  | "moveDeployment"
  | "listTransactions"
  | "createTransaction"
  | "getTransaction"
  | "moveTransaction"
  | "getUsage"
>;

/** Handlers of the routes of deployments, transactions and usage. */
export function recordHandlers(core: AuthCore<string>): Handlers<Routes, Identity<string>> {
  const { registry, sessions, permissions } = core;
  /** Id of a caller who has the permission. @throws AuthError FORBIDDEN */
  const owner = (identity: Identity<string>, permission: Permission): string => {
    requirePermission(identity, permission, permissions);
    return identity.userId;
  };
  /** Id of the owner whose records such a caller reads. @throws AuthError FORBIDDEN, NOT_FOUND */
  const source = async (
    identity: Identity<string>,
    permission: Permission,
    organizationId: string | undefined,
  ): Promise<string> => {
    owner(identity, permission);
    return await recordsOwner(core, identity, organizationId);
  };
  return {
    async listDeployments({ query }, { identity }) {
      const from = await source(identity, "read", query.organizationId);
      const page = await registry.listDeployments(from, listOptions(query));
      return listReply(page, wireDeployment);
    },

    createDeployment: async ({ body }, { identity }) =>
      wireDeployment(await registry.createDeployment(owner(identity, "deploy"), body)),

    async getDeployment({ params, query: { organizationId } }, { identity }) {
      const from = await source(identity, "read", organizationId);
      return wireDeployment(await registry.getDeployment(from, params.id));
    },

    moveDeployment: async ({ params, body }, { identity }) =>
      wireDeployment(
        await registry.moveDeployment(owner(identity, "deploy"), params.id, body.status),
      ),

    async listTransactions({ query }, { identity }) {
      const from = await source(identity, "read", query.organizationId);
      const page = await registry.listTransactions(from, listOptions(query));
      return listReply(page, wireTransaction);
    },

    createTransaction: async ({ body }, { identity }) =>
      wireTransaction(await registry.createTransaction(owner(identity, "deploy"), body)),

    async getTransaction({ params: { hash }, query: { chain, organizationId } }, { identity }) {
      const from = await source(identity, "read", organizationId);
      return wireTransaction(await registry.getTransaction(from, hash, chain));
    },

    moveTransaction: async ({ params: { hash }, query: { chain }, body }, { identity }) =>
      wireTransaction(
        await registry.moveTransaction(owner(identity, "deploy"), hash, body.status, chain),
      ),

    async getUsage({ query }, { identity }) {
      const userId = await source(identity, "billing", query.organizationId);
      const live = await sessions.list(userId);
      return wireUsage(await registry.usage(userId, live.length));
    },
  };
}
