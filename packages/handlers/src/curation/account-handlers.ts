/** Registration, login, profile, sessions and roles. */

import type { Handlers } from "@bourse/contract";
import type { CurationApi } from "@bourse/contract/curation";
import { CurationError, type CurationCore } from "@bourse/curation-core";
import { hasCode, isBourseError } from "@bourse/kernel";

import { known, type Caller } from "./authenticate.ts";
import { originOf } from "./origin.ts";
import { given, pageReply, wire } from "./wire.ts";

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
  | "listSessions"
  | "endSession"
  | "listUsers"
  | "setRoles"
>;

export function accountHandlers(core: CurationCore): Handlers<Routes, Caller> {
  const { accounts, sessions, users, wallets } = core;
  return {
    issueNonce: async ({ body }) => wire(await wallets.issue(body.wallet_address)),

    register: async ({ body }, context) =>
      wire(await accounts.register(given(body), originOf(context))),

    async login({ body }, context) {
      try {
        return wire(await accounts.login(given(body), originOf(context)));
      } catch (error) {
        throw asCredentials(error);
      }
    },

    refresh: async ({ body }) => wire(await sessions.refresh(body.refresh_token)),

    logout: async (_input, { identity }) => ({ revoked: await sessions.logout(known(identity)) }),

    me: async (_input, { identity }) => wire(await accounts.get(known(identity).id)),

    updateMe: async ({ body }, { identity }) =>
      wire(await accounts.update(known(identity), given(body))),

    setWallet: async ({ body }, { identity }) =>
      wire(await accounts.setWallet(known(identity), body)),

    listSessions: async (_input, { identity }) => wire([...(await sessions.list(known(identity)))]),

    async endSession({ params }, { identity }) {
      await sessions.end(known(identity), params.id);
      return { id: params.id };
    },

    listUsers: async ({ query }, { identity }) =>
      pageReply(await users.list(known(identity), given(query)), query),

    setRoles: async ({ params, body }, { identity }) =>
      wire(await users.setRoles(known(identity), params.id, body.roles)),
  };
}

/** At a login a bad proof is what a wrong password is. */
function asCredentials(error: unknown): unknown {
  if (!isBourseError(error) || !hasCode(error, "WALLET_PROOF_INVALID")) return error;
  return new CurationError("INVALID_CREDENTIALS", error.message, { cause: error });
}
