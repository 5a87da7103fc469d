/** The administration of roles, and the state changes of markets that only admins may cause. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { joinRoutes } from "../route/join-routes.ts";
import {
  list,
  object,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { auditRoutes } from "./audit.ts";
import {
  ACTING,
  BODY,
  INVALID,
  MarketParams,
  page,
  PERMITTED,
  Role,
  STEP_UP,
  text,
  Text,
  WRITING,
} from "./fields.ts";
import { exampleMarket, Market, ReasonRequest } from "./markets.ts";
import { exampleUser, User } from "./user.ts";

const userQueryFields = {
  /** The start of a username, or a whole id, e-mail or wallet address; 1–254 characters. Default: every user. */
  search: text(1, 254).optional(),
  ...page,
};
/** A search for users. */
export interface UserQuery extends Fields<typeof page>, Fields<typeof userQueryFields> {}
interface UserQueryInput extends InputFields<typeof userQueryFields> {}
export const UserQuery: ObjectSchema<UserQuery, UserQueryInput> = object(userQueryFields);

/** A page of the list of admins. */
export interface AdminQuery extends Fields<typeof page> {}
interface AdminQueryInput extends InputFields<typeof page> {}
export const AdminQuery: ObjectSchema<AdminQuery, AdminQueryInput> = object(page);

const rolesFields = {
  /** All roles of the account from now on, at most 2; an empty list takes every role away. */
  roles: z.array(Role).max(2),
};
/** The new roles of an account. */
export interface RolesChange extends Fields<typeof rolesFields> {}
export const RolesChange: ObjectSchema<RolesChange> = object(rolesFields);

const resolutionFields = {
  /** Id of the outcome that came true, 1–100 characters. */
  outcome_id: text(1, 100),
  /** URL of the evidence, 1–2,000 characters. */
  evidence_url: text(1, 2000),
};
/** The outcome of a market, with its evidence. */
export interface ResolutionRequest extends Fields<typeof resolutionFields> {}
export const ResolutionRequest: ObjectSchema<ResolutionRequest> = object(resolutionFields);

const userParams = {
  /** Account id, a UUID. */
  id: Text,
};
interface UserParams extends Fields<typeof userParams> {}
const UserParams: ObjectSchema<UserParams> = object(userParams);

const security = "bearer";
const MOVE = {
  ...PERMITTED,
  ...ACTING,
  RATE_LIMITED: 429,
  NOT_FOUND: 404,
  STATE_CONFLICT: 409,
} as const;

const ownAdminRoutes = {
  /**
   * List users, newest first, or those that a search finds; for admins.
   *
   * `GET /admin/users` with an access token; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listUsers();
   */
  listUsers: route("GET", "/admin/users", {
    security,
    query: UserQuery,
    pages: true,
    responses: { 200: list(User) },
    errors: { ...INVALID, ...PERMITTED, CURSOR_INVALID: 422 },
  }),
  /**
   * Set the roles of an account, effective from the next request; for admins.
   *
   * `PUT /admin/users/:id/roles` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - LAST_ADMIN (409): Make another account an administrator first.
   * @example
   *   await client.setRoles({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { roles: ["curator"] },
   *   });
   */
  setRoles: route("PUT", "/admin/users/:id/roles", {
    security,
    params: UserParams,
    body: RolesChange,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, ...PERMITTED, ...STEP_UP, NOT_FOUND: 404, LAST_ADMIN: 409 },
  }),
  /**
   * List the admins, oldest account first; for admins.
   *
   * `GET /admin/admins` with an access token; `iterate` reads it page after page.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - CURSOR_INVALID (422): Begin at the first page, without a cursor.
   * @example
   *   await client.listAdmins();
   */
  listAdmins: route("GET", "/admin/admins", {
    security,
    query: AdminQuery,
    pages: true,
    responses: { 200: list(User) },
    errors: { ...INVALID, ...PERMITTED, CURSOR_INVALID: 422 },
  }),
  /**
   * Make an account an admin, effective from its next request; for admins.
   *
   * `PUT /admin/admins/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * @example
   *   await client.grantAdmin({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  grantAdmin: route("PUT", "/admin/admins/:id", {
    security,
    params: UserParams,
    responses: { 200: User },
    errors: { ...WRITING, ...PERMITTED, ...STEP_UP, NOT_FOUND: 404 },
  }),
  /**
   * Take the role admin from an account, effective from its next request; for admins. The last
   * admin keeps it.
   *
   * `DELETE /admin/admins/:id` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - STEP_UP_REQUIRED (403): Answer the challenge by a second factor, then call again.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - LAST_ADMIN (409): Make another account an administrator first.
   * @example
   *   await client.revokeAdmin({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  revokeAdmin: route("DELETE", "/admin/admins/:id", {
    security,
    params: UserParams,
    responses: { 200: User },
    errors: { ...WRITING, ...PERMITTED, ...STEP_UP, NOT_FOUND: 404, LAST_ADMIN: 409 },
  }),
  /**
   * Declare the outcome of a locked or disputed market; for admins.
   *
   * `POST /markets/:id/resolve` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.resolveMarket({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: {
   *       outcome_id: "2d7f6a10-5b3c-4e8f-9a21-7c4b0d9e6f31",
   *       evidence_url: "https://stats.example.com/day",
   *     },
   *   });
   */
  resolveMarket: route("POST", "/markets/:id/resolve", {
    security,
    params: MarketParams,
    body: ResolutionRequest,
    responses: { 200: Market },
    errors: { ...BODY, ...MOVE },
  }),
  /**
   * Declare a locked or disputed market invalid; for admins.
   *
   * `POST /markets/:id/invalidate` with an access token.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - JSON_MALFORMED (400): Send valid JSON.
   * - PAYLOAD_TOO_LARGE (413): Send a smaller body.
   * - UNSUPPORTED_MEDIA_TYPE (415): Send the media type of the route.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.invalidateMarket({
   *     params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" },
   *     body: { reason: "The source counted another bridge." },
   *   });
   */
  invalidateMarket: route("POST", "/markets/:id/invalidate", {
    security,
    params: MarketParams,
    body: ReasonRequest,
    responses: { 200: Market },
    errors: { ...BODY, ...MOVE },
  }),
  /**
   * Open a market before its time; for admins.
   *
   * `POST /markets/:id/launch` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.launchMarket({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  launchMarket: route("POST", "/markets/:id/launch", {
    security,
    params: MarketParams,
    responses: { 200: Market },
    errors: MOVE,
  }),
  /**
   * Lock a market before its time; for admins.
   *
   * `POST /markets/:id/lock` with an access token.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - TOKEN_EXPIRED, INVALID_TOKEN (401): Log in again.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - ACCOUNT_SUSPENDED (403): Read the reason, and wait for the end of the suspension.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - NOT_FOUND (404): Check the id; it may be deleted or somebody else's.
   * - STATE_CONFLICT (409): Read it again; its state does not allow this step.
   * @example
   *   await client.lockMarket({ params: { id: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11" } });
   */
  lockMarket: route("POST", "/markets/:id/lock", {
    security,
    params: MarketParams,
    responses: { 200: Market },
    errors: MOVE,
  }),
};

/** The routes of admins, by operation id. */
export const adminRoutes: typeof ownAdminRoutes & typeof auditRoutes = joinRoutes(
  ownAdminRoutes,
  auditRoutes,
);

/** Notes of {@link ownAdminRoutes}. A function, so that bundlers drop it from clients. */
export function adminNotes(): NotesOf<typeof ownAdminRoutes> {
  const admin = { tags: ["admin"] };
  const markets = { tags: ["markets"] };
  const curator = { ...exampleUser(), username: "grace", roles: ["curator"] };
  const chief: User = { ...exampleUser(), roles: ["admin"] };
  const market = exampleMarket();
  return {
    listUsers: { ...admin, example: { response: [curator] } },
    listAdmins: { ...admin, example: { response: [chief] } },
    grantAdmin: { ...admin, example: { response: chief } },
    revokeAdmin: { ...admin, example: { response: exampleUser() } },
    setRoles: { ...admin, example: { body: { roles: ["curator"] }, response: curator } },
    resolveMarket: {
      ...markets,
      unspecified: [
        "403 for the admin whose resolution is disputed: another one has to settle it.",
        "403 for the admin who wrote the market's draft, as long as another admin can resolve it.",
      ],
      example: {
        body: {
          outcome_id: exampleMarket().outcomes[0]?.id,
          evidence_url: "https://stats.example.com/day",
        },
        response: market,
      },
    },
    invalidateMarket: {
      ...markets,
      unspecified: [
        "403 for the admin whose resolution is disputed: another one has to settle it.",
        "403 for the admin who wrote the market's draft, as long as another admin can resolve it.",
      ],
      example: { body: { reason: "The source counted another bridge." }, response: market },
    },
    launchMarket: { ...markets, example: { response: market } },
    lockMarket: { ...markets, example: { response: market } },
  };
}
