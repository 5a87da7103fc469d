/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { adminRoutes } from "@bourse/contract/curation";

/** Input of `listUsers` (`GET /admin/users`): List users, newest first, or those that a search finds; for admins. */
export interface ListUsersInput extends CallInput<TypesOf<(typeof adminRoutes)["listUsers"]>> {}
/** Data that `listUsers` resolves to. */
export type ListUsersOutput = ResponseData<TypesOf<(typeof adminRoutes)["listUsers"]>>;
/** Error codes that `listUsers` has of its own. */
export type ListUsersCode = TypesOf<(typeof adminRoutes)["listUsers"]>["codes"];

/**
 * Input of `setRoles` (`PUT /admin/users/:id/roles`): Set the roles of an account, effective from the next
 * request; for admins.
 */
export interface SetRolesInput extends CallInput<TypesOf<(typeof adminRoutes)["setRoles"]>> {}
/** Data that `setRoles` resolves to. */
export type SetRolesOutput = ResponseData<TypesOf<(typeof adminRoutes)["setRoles"]>>;
/** Error codes that `setRoles` has of its own. */
export type SetRolesCode = TypesOf<(typeof adminRoutes)["setRoles"]>["codes"];

/** Input of `listAdmins` (`GET /admin/admins`): List the admins, oldest account first; for admins. */
export interface ListAdminsInput extends CallInput<TypesOf<(typeof adminRoutes)["listAdmins"]>> {}
/** Data that `listAdmins` resolves to. */
export type ListAdminsOutput = ResponseData<TypesOf<(typeof adminRoutes)["listAdmins"]>>;
/** Error codes that `listAdmins` has of its own. */
export type ListAdminsCode = TypesOf<(typeof adminRoutes)["listAdmins"]>["codes"];

/**
 * Input of `grantAdmin` (`PUT /admin/admins/:id`): Make an account an admin, effective from its next request;
 * for admins.
 */
export interface GrantAdminInput extends CallInput<TypesOf<(typeof adminRoutes)["grantAdmin"]>> {}
/** Data that `grantAdmin` resolves to. */
export type GrantAdminOutput = ResponseData<TypesOf<(typeof adminRoutes)["grantAdmin"]>>;
/** Error codes that `grantAdmin` has of its own. */
export type GrantAdminCode = TypesOf<(typeof adminRoutes)["grantAdmin"]>["codes"];

/**
 * Input of `revokeAdmin` (`DELETE /admin/admins/:id`): Take the role admin from an account, effective from its
 * next request; for admins. The last admin keeps it..
 */
export interface RevokeAdminInput extends CallInput<TypesOf<(typeof adminRoutes)["revokeAdmin"]>> {}
/** Data that `revokeAdmin` resolves to. */
export type RevokeAdminOutput = ResponseData<TypesOf<(typeof adminRoutes)["revokeAdmin"]>>;
/** Error codes that `revokeAdmin` has of its own. */
export type RevokeAdminCode = TypesOf<(typeof adminRoutes)["revokeAdmin"]>["codes"];

/**
 * Input of `resolveMarket` (`POST /markets/:id/resolve`): Declare the outcome of a locked or disputed market;
 * for admins.
 */
export interface ResolveMarketInput extends CallInput<
  TypesOf<(typeof adminRoutes)["resolveMarket"]>
> {}
/** Data that `resolveMarket` resolves to. */
export type ResolveMarketOutput = ResponseData<TypesOf<(typeof adminRoutes)["resolveMarket"]>>;
/** Error codes that `resolveMarket` has of its own. */
export type ResolveMarketCode = TypesOf<(typeof adminRoutes)["resolveMarket"]>["codes"];

/**
 * Input of `invalidateMarket` (`POST /markets/:id/invalidate`): Declare a locked or disputed market invalid; for
 * admins.
 */
export interface InvalidateMarketInput extends CallInput<
  TypesOf<(typeof adminRoutes)["invalidateMarket"]>
> {}
/** Data that `invalidateMarket` resolves to. */
export type InvalidateMarketOutput = ResponseData<
  TypesOf<(typeof adminRoutes)["invalidateMarket"]>
>;
/** Error codes that `invalidateMarket` has of its own. */
export type InvalidateMarketCode = TypesOf<(typeof adminRoutes)["invalidateMarket"]>["codes"];

/** Input of `launchMarket` (`POST /markets/:id/launch`): Open a market before its time; for admins. */
export interface LaunchMarketInput extends CallInput<
  TypesOf<(typeof adminRoutes)["launchMarket"]>
> {}
/** Data that `launchMarket` resolves to. */
export type LaunchMarketOutput = ResponseData<TypesOf<(typeof adminRoutes)["launchMarket"]>>;
/** Error codes that `launchMarket` has of its own. */
export type LaunchMarketCode = TypesOf<(typeof adminRoutes)["launchMarket"]>["codes"];

/** Input of `lockMarket` (`POST /markets/:id/lock`): Lock a market before its time; for admins. */
export interface LockMarketInput extends CallInput<TypesOf<(typeof adminRoutes)["lockMarket"]>> {}
/** Data that `lockMarket` resolves to. */
export type LockMarketOutput = ResponseData<TypesOf<(typeof adminRoutes)["lockMarket"]>>;
/** Error codes that `lockMarket` has of its own. */
export type LockMarketCode = TypesOf<(typeof adminRoutes)["lockMarket"]>["codes"];

/** Input of `listAudit` (`GET /audit`): List the audit trail, newest first; for admins. */
export interface ListAuditInput extends CallInput<TypesOf<(typeof adminRoutes)["listAudit"]>> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<TypesOf<(typeof adminRoutes)["listAudit"]>>;
/** Error codes that `listAudit` has of its own. */
export type ListAuditCode = TypesOf<(typeof adminRoutes)["listAudit"]>["codes"];
