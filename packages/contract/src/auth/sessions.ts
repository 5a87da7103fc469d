/** The sessions of an account: one for each login that has not ended. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { list, object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Text, Timestamp, TOKEN, Permission } from "./fields.ts";

const sessionFields = {
  /** Session id, a UUID. */
  id: Text,
  /** Time of the login, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time of the last refresh, or of the login, ISO 8601 in UTC. */
  lastUsedAt: Timestamp,
  /** Time at which the session ends unless it is refreshed, ISO 8601 in UTC. */
  expiresAt: Timestamp,
  /** The header `User-Agent` of the login; null when there was none. */
  userAgent: Text.nullable(),
  /** IP address that the login came from; null when it is not known. */
  ip: Text.nullable(),
  /** True for the session of the access token in use. */
  current: z.boolean(),
  /** Permissions that the login was narrowed to; only of one that was. */
  permissions: list(Permission).optional(),
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

const endedFields = {
  /** Id of the session that was ended. */
  id: Text,
};
/** The session that was ended. */
export interface SessionEnded extends Fields<typeof endedFields> {}
export const SessionEnded: ObjectSchema<SessionEnded> = object(endedFields);

export const sessionRoutes = {
  /**
   * List the caller's sessions, newest first.
   *
   * `GET /auth/sessions` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * @example
   *   await client.listSessions();
   */
  listSessions: route("GET", "/auth/sessions", {
    security: "bearer",
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
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.endSession({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  endSession: route("DELETE", "/auth/sessions/:id", {
    security: "bearer",
    params: SessionParams,
    responses: { 200: SessionEnded },
    errors: { ...TOKEN, NOT_FOUND: 404 },
  }),
};

/** Notes of {@link sessionRoutes}. A function, so that bundlers drop it from clients. */
export function sessionNotes(): NotesOf<typeof sessionRoutes> {
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  const createdAt = "2026-01-01T00:00:00.000Z";
  return {
    listSessions: {
      tags: ["sessions"],
      example: {
        response: [
          {
            id,
            createdAt,
            lastUsedAt: createdAt,
            expiresAt: "2026-01-31T00:00:00.000Z",
            userAgent: "curl/8.5.0",
            ip: "203.0.113.7",
            current: true,
          },
        ],
      },
    },
    endSession: { tags: ["sessions"], example: { response: { id } } },
  };
}
