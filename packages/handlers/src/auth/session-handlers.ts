/** A user's own sessions. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { originOf } from "./origin.ts";
import { isoTime } from "./wire/time.ts";

type Routes = Pick<AuthApi["routes"], "listSessions" | "endSession">;

export function sessionHandlers({ sessions }: AuthCore): Handlers<Routes, Identity> {
  return {
    async listSessions(_input, { identity }) {
      const found = await sessions.list(identity.userId);
      return found.map((session) => ({
        id: session.id,
        createdAt: isoTime(session.createdAt),
        lastUsedAt: isoTime(session.lastUsedAt),
        expiresAt: isoTime(session.expiresAt),
        userAgent: session.userAgent,
        ip: session.ip,
        current: session.id === identity.sessionId,
      }));
    },

    async endSession({ params }, context) {
      await sessions.end(context.identity.userId, params.id, originOf(context));
      return { id: params.id };
    },
  };
}
