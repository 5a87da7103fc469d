/** Handlers of registration, login, tokens, credentials and the caller itself. */

import type { AuthCore, Identity, User } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { withoutCookie } from "../cookies/without-cookie.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireDeletion, wireLogin } from "./wire/logins.ts";
import { wirePermissions } from "./wire/permissions.ts";

type Routes = Pick<
  AuthApi["routes"],
  "register" | "login" | "refresh" | "logout" | "me" | "updateMe" | "changeEmail" | "changePassword"
>;

/** Handlers of the routes of accounts. */
export function accountHandlers(core: AuthCore<string>): Handlers<Routes, Identity<string>> {
  return {
    async register({ body }, context) {
      const { email, password, name, invitation } = withoutCookie(body);
      const { user, token, refreshToken, expiresIn } = await core.accounts.register(
        { email, password, name, invitation },
        originOf(context),
      );
      return { user: { ...user }, token, refreshToken, expiresIn };
    },

    async login({ body }, context) {
      return wireLogin(await core.accounts.login(withoutCookie(body), originOf(context)));
    },

    async refresh({ body }, context) {
      const { token, expiresIn, refreshToken } = await core.sessions.refresh(
        body.refreshToken,
        { rotate: body.rotate === true },
        originOf(context),
      );
      return refreshToken === null ? { token, expiresIn } : { token, expiresIn, refreshToken };
    },

    async logout({ body }, context) {
      return { revoked: await core.sessions.logout(body.refreshToken, originOf(context)) };
    },

    async me(_input, { identity }) {
      const user = await ownerOf(core, identity);
      const { method, permissions } = identity;
      const deletesAt = await core.personalData.deletionTime(identity.userId);
      return {
        user: { ...user },
        method,
        permissions: wirePermissions(permissions),
        ...wireDeletion(deletesAt),
      };
    },

    updateMe: async ({ body: { name } }, { identity: { userId } }) => ({
      ...(name === undefined
        ? await core.accounts.get(userId)
        : await core.accounts.changeName(userId, name)),
    }),

    async changeEmail({ body }, context) {
      const { userId, sessionId } = context.identity;
      await steppedUp(core, context.identity);
      return {
        ...(await core.accounts.changeEmail(userId, sessionId ?? "", body, originOf(context))),
      };
    },

    async changePassword({ body }, context) {
      const { userId, sessionId } = context.identity;
      await steppedUp(core, context.identity);
      // The route accepts access tokens only, and every access token has a session.
      await core.accounts.changePassword(userId, sessionId ?? "", body, originOf(context));
      return {};
    },
  };
}

/** The account of a caller; the organization stands in its place for a caller with one of its keys. */
async function ownerOf(
  { accounts, organizations }: AuthCore<string>,
  { userId, organizationId }: Identity<string>,
): Promise<User> {
  if (organizationId === undefined) return await accounts.get(userId);
  return { id: organizationId, email: "", name: await organizations.nameOf(organizationId) };
}
