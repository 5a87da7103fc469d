/** The accounts of the service as its operator sees them. */

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import { line } from "../route/free-text.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  BODY,
  bodyLimit,
  Count,
  INVALID,
  MaybeTime,
  opaque,
  OPERATED,
  Text,
  Timestamp,
} from "./fields.ts";

const UserStatus = oneOf(["active", "disabled"]);

const queryFields = {
  /** Beginning of an e-mail address or all of it, 1–254 characters, in any case. Default: every user. */
  email: line(1, 254).optional(),
  /** Status: `active` or `disabled`. Default: every status. */
  status: UserStatus.optional(),
  /** Maximum number of users in the answer, 1–100. Default 20. */
  limit: q.integer({ min: 1, max: 100 }).default(20),
  /** Position of the page, from the header `Link` of the page before. Default: the first page. */
  cursor: opaque(1024).optional(),
};
/** A search for users; every filter that is given must match, and an unknown one is refused. */
export interface UserQuery extends Fields<typeof queryFields> {}
interface UserQueryInput extends InputFields<typeof queryFields> {}
export const UserQuery: ObjectSchema<UserQuery, UserQueryInput> =
  /* @__PURE__ */ exactObject(queryFields);

const itemFields = {
  /** Account id, a UUID. */
  id: Text,
  /** E-mail address as it was registered. */
  email: Text,
  /** Display name; empty when none was given. */
  name: Text,
  /** Status: `active`, or `disabled`, which ends sessions and refuses logins and keys. */
  status: UserStatus,
  /** Role that bounds what the account may do; only where the service has others than `owner`. */
  role: Text.optional(),
  /** Time of the registration, ISO 8601 in UTC. */
  createdAt: Timestamp,
  /** Time of the last login or registration to a minute, ISO 8601 in UTC; null when it was not recorded. */
  lastLoginAt: MaybeTime,
};
/** A user in a list. */
export interface UserItem extends Fields<typeof itemFields> {}
export const UserItem: ObjectSchema<UserItem> = object(itemFields);

const detailFields = {
  /** Number of live sessions. */
  sessions: Count,
  /** Number of API keys that are neither revoked nor expired; a disabled user's are refused. */
  apiKeys: Count,
};
/** A user with the numbers of its sessions and keys. */
export interface UserDetail extends Fields<typeof itemFields>, Fields<typeof detailFields> {}
export const UserDetail: ObjectSchema<UserDetail> = object({ ...itemFields, ...detailFields });

const userParams = {
  /** Account id, a UUID. */
  id: Text,
};
interface UserParams extends Fields<typeof userParams> {}
const UserParams: ObjectSchema<UserParams> = object(userParams);

const roleFields = {
  /** Name of a role of the service, 1–64 characters; `owner` may do everything. */
  role: line(1, 64),
};
/** The role that an account is to have. */
export interface RoleChange extends Fields<typeof roleFields> {}
export const RoleChange: ObjectSchema<RoleChange> = object(roleFields);

const ONE = { ...OPERATED, NOT_FOUND: 404 } as const;

/** The routes of the users of the service, which only its operator may call, by operation id. */
export const userRoutes = {
  /**
   * List users, newest first, or those that a search finds; for the operator.
   *
   * `GET /users` with the operator's key; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * @example
   *   await client.listUsers();
   */
  listUsers: route("GET", "/users", {
    security: "operator",
    query: UserQuery,
    pages: true,
    responses: { 200: list(UserItem) },
    errors: { ...INVALID, ...OPERATED },
  }),
  /**
   * Read a user with the numbers of its sessions and API keys; for the operator.
   *
   * `GET /users/:id` with the operator's key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.getUser({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  getUser: route("GET", "/users/:id", {
    security: "operator",
    params: UserParams,
    responses: { 200: UserDetail },
    errors: ONE,
  }),
  /**
   * Disable a user: sessions and access tokens end, keys and logins are refused; for the operator.
   *
   * `POST /users/:id/disable` with the operator's key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.disableUser({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  disableUser: route("POST", "/users/:id/disable", {
    security: "operator",
    params: UserParams,
    idempotent: true,
    responses: { 200: UserDetail },
    errors: ONE,
  }),
  /**
   * Enable a user: keys and logins are accepted again, sessions stay ended; for the operator.
   *
   * `POST /users/:id/enable` with the operator's key.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.enableUser({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  enableUser: route("POST", "/users/:id/enable", {
    security: "operator",
    params: UserParams,
    idempotent: true,
    responses: { 200: UserDetail },
    errors: ONE,
  }),
  /**
   * Give a user a role, which counts from the next request on; for the operator.
   *
   * `POST /users/:id/role` with the operator's key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (400): Correct what `issues` or the message names.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - INVALID_API_KEY (401): Send a key that is neither revoked nor expired.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.setUserRole({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { role: "owner" },
   *   });
   */
  setUserRole: route("POST", "/users/:id/role", {
    security: "operator",
    params: UserParams,
    body: RoleChange,
    bodyLimit,
    idempotent: true,
    responses: { 200: UserDetail },
    errors: { ...BODY, ...ONE },
  }),
};

/** Notes of {@link userRoutes}. A function, so that bundlers drop it from clients. */
export function userNotes(): NotesOf<typeof userRoutes> {
  const item = {
    id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
    email: "ada@example.com",
    name: "Ada",
    status: "active",
    createdAt: "2026-01-01T00:00:00.000Z",
    lastLoginAt: "2026-01-20T12:00:00.000Z",
  };
  const detail = { ...item, sessions: 2, apiKeys: 3 };
  const disabled = { ...detail, status: "disabled", sessions: 0 };
  const tags = ["users"];
  const operator =
    "Only the operator's key AUTH_OPERATOR_KEY in X-API-Key opens the route; any other credential is 403, and without that setting every request is.";
  const change = "A change is a row in the audit trail; a user who is so already stays so: 200.";
  return {
    listUsers: {
      tags,
      unspecified: [
        operator,
        "Newest first, or by e-mail where a search is given; the next page is in the header Link, rel=next.",
        "An unknown filter is refused.",
      ],
      example: { response: [item] },
    },
    getUser: { tags, unspecified: [operator], example: { response: detail } },
    disableUser: {
      tags,
      unspecified: [operator, "Keys are refused, not revoked.", change],
      example: { response: disabled },
    },
    enableUser: { tags, unspecified: [operator, change], example: { response: detail } },
    setUserRole: {
      tags,
      unspecified: [
        operator,
        "An account may do on its own resources what its role allows: every access token and every API key of it, from the next request on. Keys of organizations stay as they are.",
        "Where the service defines no roles, `owner` is the only one. A mail tells the user of it where mails are set up.",
        change,
      ],
      example: { body: { role: "owner" }, response: detail },
    },
  };
}
