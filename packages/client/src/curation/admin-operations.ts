/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { adminRoutes } from "@bourse/contract/curation";

type AdminRoutes<Key extends keyof typeof adminRoutes> = TypesOf<(typeof adminRoutes)[Key]>;

/** Input of `listUsers`: `GET /admin/users`. */
export interface ListUsersInput extends CallInput<AdminRoutes<"listUsers">> {}
/** Data that `listUsers` resolves to. */
export type ListUsersOutput = ResponseData<AdminRoutes<"listUsers">>;
/** Own error codes of `listUsers`. */
export type ListUsersCode = AdminRoutes<"listUsers">["codes"];

/** Input of `setRoles`: `PUT /admin/users/:id/roles`. */
export interface SetRolesInput extends CallInput<AdminRoutes<"setRoles">> {}
/** Data that `setRoles` resolves to. */
export type SetRolesOutput = ResponseData<AdminRoutes<"setRoles">>;
/** Own error codes of `setRoles`. */
export type SetRolesCode = AdminRoutes<"setRoles">["codes"];

/** Input of `listAdmins`: `GET /admin/admins`. */
export interface ListAdminsInput extends CallInput<AdminRoutes<"listAdmins">> {}
/** Data that `listAdmins` resolves to. */
export type ListAdminsOutput = ResponseData<AdminRoutes<"listAdmins">>;
/** Own error codes of `listAdmins`. */
export type ListAdminsCode = AdminRoutes<"listAdmins">["codes"];

/** Input of `grantAdmin`: `PUT /admin/admins/:id`. */
export interface GrantAdminInput extends CallInput<AdminRoutes<"grantAdmin">> {}
/** Data that `grantAdmin` resolves to. */
export type GrantAdminOutput = ResponseData<AdminRoutes<"grantAdmin">>;
/** Own error codes of `grantAdmin`. */
export type GrantAdminCode = AdminRoutes<"grantAdmin">["codes"];

/** Input of `revokeAdmin`: `DELETE /admin/admins/:id`. */
export interface RevokeAdminInput extends CallInput<AdminRoutes<"revokeAdmin">> {}
/** Data that `revokeAdmin` resolves to. */
export type RevokeAdminOutput = ResponseData<AdminRoutes<"revokeAdmin">>;
/** Own error codes of `revokeAdmin`. */
export type RevokeAdminCode = AdminRoutes<"revokeAdmin">["codes"];

/** Input of `resolveMarket`: `POST /markets/:id/resolve`. */
export interface ResolveMarketInput extends CallInput<AdminRoutes<"resolveMarket">> {}
/** Data that `resolveMarket` resolves to. */
export type ResolveMarketOutput = ResponseData<AdminRoutes<"resolveMarket">>;
/** Own error codes of `resolveMarket`. */
export type ResolveMarketCode = AdminRoutes<"resolveMarket">["codes"];

/** Input of `invalidateMarket`: `POST /markets/:id/invalidate`. */
export interface InvalidateMarketInput extends CallInput<AdminRoutes<"invalidateMarket">> {}
/** Data that `invalidateMarket` resolves to. */
export type InvalidateMarketOutput = ResponseData<AdminRoutes<"invalidateMarket">>;
/** Own error codes of `invalidateMarket`. */
export type InvalidateMarketCode = AdminRoutes<"invalidateMarket">["codes"];

/** Input of `launchMarket`: `POST /markets/:id/launch`. */
export interface LaunchMarketInput extends CallInput<AdminRoutes<"launchMarket">> {}
/** Data that `launchMarket` resolves to. */
export type LaunchMarketOutput = ResponseData<AdminRoutes<"launchMarket">>;
/** Own error codes of `launchMarket`. */
export type LaunchMarketCode = AdminRoutes<"launchMarket">["codes"];

/** Input of `lockMarket`: `POST /markets/:id/lock`. */
export interface LockMarketInput extends CallInput<AdminRoutes<"lockMarket">> {}
/** Data that `lockMarket` resolves to. */
export type LockMarketOutput = ResponseData<AdminRoutes<"lockMarket">>;
/** Own error codes of `lockMarket`. */
export type LockMarketCode = AdminRoutes<"lockMarket">["codes"];

/** Input of `listAudit`: `GET /audit`. */
export interface ListAuditInput extends CallInput<AdminRoutes<"listAudit">> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<AdminRoutes<"listAudit">>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = AdminRoutes<"listAudit">["codes"];
