/** Handlers of the accounts of the service, for its operator. */

import { AuthError, type AuthCore, type Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { userRoutes } from "@bourse/contract/auth";

import { listReply } from "../paging/list-reply.ts";
import { isOperator } from "./operator.ts";
import { originOf } from "./origin.ts";
import { wireUserDetail, wireUserItem } from "./wire/users.ts";

/** Handlers of the routes of users; everyone but the operator is refused. */
export function userHandlers({
  users,
  roles,
}: Pick<AuthCore<string>, "users" | "roles">): Handlers<typeof userRoutes, Identity<string>> {
  const hasRoles = roles.names.length > 1;
  return {
    async listUsers({ query: { email, status, limit, cursor } }, { identity }) {
      requireOperator(identity);
      const page = await users.list({
        limit,
        ...(email === undefined ? {} : { email }),
        ...(status === undefined ? {} : { status }),
        ...(cursor === undefined ? {} : { cursor }),
      });
      return listReply(page, (user) => wireUserItem(user, hasRoles));
    },

    async getUser({ params }, { identity }) {
      requireOperator(identity);
      return wireUserDetail(await users.get(params.id), hasRoles);
    },

    async disableUser({ params }, context) {
      requireOperator(context.identity);
      return wireUserDetail(await users.disable(params.id, originOf(context)), hasRoles);
    },

    async enableUser({ params }, context) {
      requireOperator(context.identity);
      return wireUserDetail(await users.enable(params.id, originOf(context)), hasRoles);
    },

    async setUserRole({ params, body }, context) {
      requireOperator(context.identity);
      const { role } = body;
      return wireUserDetail(await users.setRole(params.id, role, originOf(context)), hasRoles);
    },
  };
}

/** @throws AuthError FORBIDDEN: `admin` is a right on an account's own resources, not on other accounts. */
function requireOperator(identity: Identity<string>): void {
  if (isOperator(identity)) return;
  throw new AuthError(
    "FORBIDDEN",
    "Only the operator of the service may see and change its users: send AUTH_OPERATOR_KEY in X-API-Key.",
  );
}
