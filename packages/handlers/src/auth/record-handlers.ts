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
export function recordHandlers({
  registry,
  sessions,
  permissions,
}: AuthCore<string>): Handlers<Routes, Identity<string>> {
  /** Id of a caller who has the permission. @throws AuthError FORBIDDEN */
  const owner = (identity: Identity<string>, permission: Permission): string => {
    requirePermission(identity, permission, permissions);
    return identity.userId;
  };
  return {
    async listDeployments({ query }, { identity }) {
      const page = await registry.listDeployments(owner(identity, "read"), listOptions(query));
      return listReply(page, wireDeployment);
    },

    createDeployment: async ({ body }, { identity }) =>
      wireDeployment(await registry.createDeployment(owner(identity, "deploy"), body)),

    getDeployment: async ({ params }, { identity }) =>
      wireDeployment(await registry.getDeployment(owner(identity, "read"), params.id)),

    moveDeployment: async ({ params, body }, { identity }) =>
      wireDeployment(
        await registry.moveDeployment(owner(identity, "deploy"), params.id, body.status),
      ),

    async listTransactions({ query }, { identity }) {
      const page = await registry.listTransactions(owner(identity, "read"), listOptions(query));
      return listReply(page, wireTransaction);
    },

    createTransaction: async ({ body }, { identity }) =>
      wireTransaction(await registry.createTransaction(owner(identity, "deploy"), body)),

    getTransaction: async ({ params: { hash }, query: { chain } }, { identity }) =>
      wireTransaction(await registry.getTransaction(owner(identity, "read"), hash, chain)),

    moveTransaction: async ({ params: { hash }, query: { chain }, body }, { identity }) =>
      wireTransaction(
        await registry.moveTransaction(owner(identity, "deploy"), hash, body.status, chain),
      ),

    async getUsage(_input, { identity }) {
      const userId = owner(identity, "billing");
      const live = await sessions.list(userId);
      return wireUsage(await registry.usage(userId, live.length));
    },
  };
}
