/** Registration, login, profile, sessions and roles. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import { CurationError, type CurationCore } from "@bourse/curation-core";
import { hasCode, isBourseError } from "@bourse/kernel";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { listReply } from "../paging/list-reply.ts";
import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import {
  emailChangeOf,
  loginOf,
  passwordChangeOf,
  profilePatchOf,
  registrationOf,
  walletChangeOf,
  wireNonce,
  wireRefreshed,
  wireSession,
  wireSignedIn,
  wireUser,
} from "./wire/account.ts";
import { given } from "./wire/given.ts";

type Routes = Pick<
  CurationApi["routes"],
  | "issueNonce"
  | "register"
  | "login"
  | "refresh"
  | "logout"
  | "me"
  | "updateMe"
  | "setWallet"
  | "setEmail"
  | "setPassword"
  | "redeemAdminCode"
  | "listSessions"
  | "endSession"
  | "listUsers"
  | "setRoles"
  | "listAdmins"
  | "grantAdmin"
  | "revokeAdmin"
>;

export function accountHandlers(core: CurationCore): Handlers<Routes, Caller> {
  const { accounts, sessions, wallets } = core;
  return {
    issueNonce: async ({ body }, context) =>
      wireNonce(await wallets.issue(body.wallet_address, originOf(context), context.host)),

    register: async ({ body }, context) =>
      wireSignedIn(await accounts.register(registrationOf(withoutCookie(body)), originOf(context))),

    async login({ body }, context) {
      const proof = loginOf(withoutCookie(body));
      try {
        return wireSignedIn(await accounts.login(proof, originOf(context)));
      } catch (error) {
        throw asCredentials(error);
      }
    },

    refresh: async ({ body: { refresh_token, rotate } }, context) =>
      wireRefreshed(
        await sessions.refresh(refresh_token, { rotate: rotate === true }, originOf(context)),
      ),

    logout: async ({ body }, context) => ({
      revoked: await sessions.logout(body.refresh_token, originOf(context)),
    }),

    async me(_input, { identity }) {
      const { id } = known(identity);
      return wireUser(await accounts.get(id), await accounts.walletName(id));
    },

    updateMe: async ({ body }, { identity }) =>
      wireUser(await accounts.update(known(identity), profilePatchOf(body))),

    setWallet: async ({ body }, context) =>
      wireUser(
        await accounts.setWallet(
          await steppedUp(core, context.identity),
          walletChangeOf(body),
          originOf(context),
        ),
      ),

    setEmail: async ({ body }, context) =>
      wireUser(
        await accounts.setEmail(
          await steppedUp(core, context.identity),
          emailChangeOf(body),
          originOf(context),
        ),
      ),

    setPassword: async ({ body }, context) =>
      wireUser(
        await accounts.setPassword(
          await steppedUp(core, context.identity),
          passwordChangeOf(body),
          originOf(context),
        ),
      ),

    redeemAdminCode: async ({ body }, { identity }) =>
      wireUser(await accounts.redeemAdminCode(await steppedUp(core, identity), body.admin_code)),

    listSessions: async (_input, { identity }) =>
      (await sessions.list(known(identity))).map(wireSession),

    async endSession({ params }, context) {
      await sessions.end(known(context.identity), params.id, originOf(context));
      return { id: params.id };
    },

    ...roleHandlers(core),
  };
}

type RoleRoutes = Pick<
  Routes,
  "listUsers" | "setRoles" | "listAdmins" | "grantAdmin" | "revokeAdmin"
>;

function roleHandlers(core: CurationCore): Handlers<RoleRoutes, Caller> {
  const { accounts, admins, users } = core;
  return {
    async listUsers({ query }, { identity }) {
      const page = await users.list(known(identity), given(query));
      const named = await Promise.all(
        page.items.map(async ({ id }) => [id, await accounts.walletName(id)] as const),
      );
      const names = new Map(named);
      return listReply(page, (user) => wireUser(user, names.get(user.id)));
    },

    setRoles: async ({ params, body }, { identity }) =>
      wireUser(await users.setRoles(await steppedUp(core, identity), params.id, body.roles)),

    listAdmins: async ({ query }, { identity }) =>
      listReply(await admins.list(known(identity), given(query)), (user) => wireUser(user)),

    grantAdmin: async ({ params }, { identity }) =>
      wireUser(await admins.grant(await steppedUp(core, identity), params.id)),

    revokeAdmin: async ({ params }, { identity }) =>
      wireUser(await admins.revoke(await steppedUp(core, identity), params.id)),
  };
}

/** A login with an invalid proof is refused like one with a wrong password. */
function asCredentials(error: unknown): unknown {
  if (!isBourseError(error) || !hasCode(error, "WALLET_PROOF_INVALID")) return error;
  return new CurationError("INVALID_CREDENTIALS", error.message, { cause: error });
}
