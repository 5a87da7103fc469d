/** What admins alone may do: roles, and the moves of markets. */

import * as z from "zod";

import { route } from "../route/route.ts";
import { User } from "./accounts.ts";
import { ResolutionRequest, RolesChange, UserQuery } from "./administration.ts";
import { BODY, INVALID, PERMITTED, WRITING } from "./errors.ts";
import { Id } from "./fields.ts";
import { Market, ReasonRequest } from "./markets.ts";

const security = "bearer";
const MOVE = { ...PERMITTED, RATE_LIMITED: 429, NOT_FOUND: 404, STATE_CONFLICT: 409 } as const;

export const adminRoutes = {
  listUsers: route("GET", "/admin/users", {
    security,
    query: UserQuery,
    responses: { 200: z.array(User) },
    errors: { ...INVALID, ...PERMITTED, CURSOR_INVALID: 422 },
  }),
  setRoles: route("PUT", "/admin/users/:id/roles", {
    security,
    params: Id,
    body: RolesChange,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, ...PERMITTED, NOT_FOUND: 404, LAST_ADMIN: 409 },
  }),
  resolveMarket: route("POST", "/markets/:id/resolve", {
    security,
    params: Id,
    body: ResolutionRequest,
    responses: { 200: Market },
    errors: { ...BODY, ...MOVE },
  }),
  invalidateMarket: route("POST", "/markets/:id/invalidate", {
    security,
    params: Id,
    body: ReasonRequest,
    responses: { 200: Market },
    errors: { ...BODY, ...MOVE },
  }),
  launchMarket: route("POST", "/markets/:id/launch", {
    security,
    params: Id,
    responses: { 200: Market },
    errors: MOVE,
  }),
  lockMarket: route("POST", "/markets/:id/lock", {
    security,
    params: Id,
    responses: { 200: Market },
    errors: MOVE,
  }),
};
