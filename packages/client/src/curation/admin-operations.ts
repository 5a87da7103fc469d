/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { adminRoutes } from "@bourse/contract/curation";

import type { SafeResult } from "../client.ts";

type AdminRoutes<Key extends keyof typeof adminRoutes> = TypesOf<(typeof adminRoutes)[Key]>;

/** Types of `listUsers`. */
export interface ListUsersTypes extends AdminRoutes<"listUsers"> {}
/** Input of `listUsers`. */
export interface ListUsersInput extends CallInput<ListUsersTypes> {}
/** Output of `listUsers`. */
export type ListUsersOutput = ResponseData<ListUsersTypes>;
/** Result of `listUsers.safe`. */
export type ListUsersSafeResult = SafeResult<ListUsersTypes>;
/** Own error codes of `listUsers`. */
export type ListUsersCode = ListUsersTypes["codes"];

/** Types of `setRoles`. */
export interface SetRolesTypes extends AdminRoutes<"setRoles"> {}
/** Input of `setRoles`. */
export interface SetRolesInput extends CallInput<SetRolesTypes> {}
/** Output of `setRoles`. */
export type SetRolesOutput = ResponseData<SetRolesTypes>;
/** Result of `setRoles.safe`. */
export type SetRolesSafeResult = SafeResult<SetRolesTypes>;
/** Own error codes of `setRoles`. */
export type SetRolesCode = SetRolesTypes["codes"];

/** Types of `listAdmins`. */
export interface ListAdminsTypes extends AdminRoutes<"listAdmins"> {}
/** Input of `listAdmins`. */
export interface ListAdminsInput extends CallInput<ListAdminsTypes> {}
/** Output of `listAdmins`. */
export type ListAdminsOutput = ResponseData<ListAdminsTypes>;
/** Result of `listAdmins.safe`. */
export type ListAdminsSafeResult = SafeResult<ListAdminsTypes>;
/** Own error codes of `listAdmins`. */
export type ListAdminsCode = ListAdminsTypes["codes"];

/** Types of `grantAdmin`. */
export interface GrantAdminTypes extends AdminRoutes<"grantAdmin"> {}
/** Input of `grantAdmin`. */
export interface GrantAdminInput extends CallInput<GrantAdminTypes> {}
/** Output of `grantAdmin`. */
export type GrantAdminOutput = ResponseData<GrantAdminTypes>;
/** Result of `grantAdmin.safe`. */
export type GrantAdminSafeResult = SafeResult<GrantAdminTypes>;
/** Own error codes of `grantAdmin`. */
export type GrantAdminCode = GrantAdminTypes["codes"];

/** Types of `revokeAdmin`. */
export interface RevokeAdminTypes extends AdminRoutes<"revokeAdmin"> {}
/** Input of `revokeAdmin`. */
export interface RevokeAdminInput extends CallInput<RevokeAdminTypes> {}
/** Output of `revokeAdmin`. */
export type RevokeAdminOutput = ResponseData<RevokeAdminTypes>;
/** Result of `revokeAdmin.safe`. */
export type RevokeAdminSafeResult = SafeResult<RevokeAdminTypes>;
/** Own error codes of `revokeAdmin`. */
export type RevokeAdminCode = RevokeAdminTypes["codes"];

/** Types of `resolveMarket`. */
export interface ResolveMarketTypes extends AdminRoutes<"resolveMarket"> {}
/** Input of `resolveMarket`. */
export interface ResolveMarketInput extends CallInput<ResolveMarketTypes> {}
/** Output of `resolveMarket`. */
export type ResolveMarketOutput = ResponseData<ResolveMarketTypes>;
/** Result of `resolveMarket.safe`. */
export type ResolveMarketSafeResult = SafeResult<ResolveMarketTypes>;
/** Own error codes of `resolveMarket`. */
export type ResolveMarketCode = ResolveMarketTypes["codes"];

/** Types of `invalidateMarket`. */
export interface InvalidateMarketTypes extends AdminRoutes<"invalidateMarket"> {}
/** Input of `invalidateMarket`. */
export interface InvalidateMarketInput extends CallInput<InvalidateMarketTypes> {}
/** Output of `invalidateMarket`. */
export type InvalidateMarketOutput = ResponseData<InvalidateMarketTypes>;
/** Result of `invalidateMarket.safe`. */
export type InvalidateMarketSafeResult = SafeResult<InvalidateMarketTypes>;
/** Own error codes of `invalidateMarket`. */
export type InvalidateMarketCode = InvalidateMarketTypes["codes"];

/** Types of `launchMarket`. */
export interface LaunchMarketTypes extends AdminRoutes<"launchMarket"> {}
/** Input of `launchMarket`. */
export interface LaunchMarketInput extends CallInput<LaunchMarketTypes> {}
/** Output of `launchMarket`. */
export type LaunchMarketOutput = ResponseData<LaunchMarketTypes>;
/** Result of `launchMarket.safe`. */
export type LaunchMarketSafeResult = SafeResult<LaunchMarketTypes>;
/** Own error codes of `launchMarket`. */
export type LaunchMarketCode = LaunchMarketTypes["codes"];

/** Types of `lockMarket`. */
export interface LockMarketTypes extends AdminRoutes<"lockMarket"> {}
/** Input of `lockMarket`. */
export interface LockMarketInput extends CallInput<LockMarketTypes> {}
/** Output of `lockMarket`. */
export type LockMarketOutput = ResponseData<LockMarketTypes>;
/** Result of `lockMarket.safe`. */
export type LockMarketSafeResult = SafeResult<LockMarketTypes>;
/** Own error codes of `lockMarket`. */
export type LockMarketCode = LockMarketTypes["codes"];

/** Types of `listAudit`. */
export interface ListAuditTypes extends AdminRoutes<"listAudit"> {}
/** Input of `listAudit`. */
export interface ListAuditInput extends CallInput<ListAuditTypes> {}
/** Output of `listAudit`. */
export type ListAuditOutput = ResponseData<ListAuditTypes>;
/** Result of `listAudit.safe`. */
export type ListAuditSafeResult = SafeResult<ListAuditTypes>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = ListAuditTypes["codes"];

/** Types of the calls of `adminRoutes`, by operation id. */
export interface AdminRouteTypes {
  /** `GET /admin/users`. */
  listUsers: ListUsersTypes;
  /** `PUT /admin/users/:id/roles`. */
  setRoles: SetRolesTypes;
  /** `GET /admin/admins`. */
  listAdmins: ListAdminsTypes;
  /** `PUT /admin/admins/:id`. */
  grantAdmin: GrantAdminTypes;
  /** `DELETE /admin/admins/:id`. */
  revokeAdmin: RevokeAdminTypes;
  /** `POST /markets/:id/resolve`. */
  resolveMarket: ResolveMarketTypes;
  /** `POST /markets/:id/invalidate`. */
  invalidateMarket: InvalidateMarketTypes;
  /** `POST /markets/:id/launch`. */
  launchMarket: LaunchMarketTypes;
  /** `POST /markets/:id/lock`. */
  lockMarket: LockMarketTypes;
  /** `GET /audit`. */
  listAudit: ListAuditTypes;
}
