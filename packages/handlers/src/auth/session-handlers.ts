/** Handlers of the caller's own sessions. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { originOf } from "./origin.ts";
import { wireSession } from "./wire/sessions.ts";

type Routes = Pick<AuthApi["routes"], "listSessions" | "endSession">;

/** Handlers of the routes of sessions. */
export function sessionHandlers({
  sessions,
}: AuthCore<string>): Handlers<Routes, Identity<string>> {
  return {
    listSessions: async (_input, { identity: { userId, sessionId } }) =>
      (await sessions.list(userId)).map((session) => wireSession(session, sessionId)),

    async endSession({ params }, context) {
      await sessions.end(context.identity.userId, params.id, originOf(context));
      return { id: params.id };
    },
  };
}
