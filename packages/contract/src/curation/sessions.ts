/** The sessions of an account. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { MaybeText, Text, Timestamp, TOKEN, WRITING } from "./fields.ts";

const sessionFields = {
  /** Session id, a UUID. */
  id: Text,
  /** Time of the login, ISO 8601 in UTC. */
  created_at: Timestamp,
  /** Time of the last refresh, or of the login, ISO 8601 in UTC. */
  last_used_at: Timestamp,
  /** Time at which the session ends unless it is refreshed, ISO 8601 in UTC. */
  expires_at: Timestamp,
  /** The header `User-Agent` of the login; null when there was none. */
  user_agent: MaybeText,
  /** IP address that the login came from; null when it is not known. */
  ip: MaybeText,
  /** True for the session of the access token in use. */
  current: z.boolean(),
};
/** A login of an account. */
export interface Session extends Fields<typeof sessionFields> {}
export const Session: ObjectSchema<Session> = object(sessionFields);

const sessionParams = {
  /** Session id, a UUID. */
  id: Text,
};
interface SessionParams extends Fields<typeof sessionParams> {}
const SessionParams: ObjectSchema<SessionParams> = object(sessionParams);

/** The id of a session that was ended. */
export interface SessionEnded extends Fields<typeof sessionParams> {}
const SessionEnded: ObjectSchema<SessionEnded> = object(sessionParams);

const security = "bearer";

export const sessionRoutes = {
  /**
   * List the caller's sessions, newest first.
   *
   * `GET /auth/sessions` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * @example
   *   await client.listSessions();
   */
  listSessions: route("GET", "/auth/sessions", {
    security,
    responses: { 200: list(Session) },
    errors: TOKEN,
  }),
  /**
   * End a session, and its access tokens with it.
   *
   * `DELETE /auth/sessions/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.endSession({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  endSession: route("DELETE", "/auth/sessions/:id", {
    security,
    params: SessionParams,
    responses: { 200: SessionEnded },
    errors: { ...WRITING, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link sessionRoutes}. A function, so that bundlers drop it from clients. */
export function sessionNotes(): NotesOf<typeof sessionRoutes> {
  const tags = ["accounts"];
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const created_at = "2026-01-01T00:00:00.000Z";
  return {
    listSessions: {
      tags,
      example: {
        response: [
          {
            id,
            created_at,
            last_used_at: created_at,
            expires_at: "2026-01-31T00:00:00.000Z",
            user_agent: "curl/8.5.0",
            ip: "203.0.113.7",
            current: true,
          },
        ],
      },
    },
    endSession: { tags, example: { response: { id } } },
  };
}
