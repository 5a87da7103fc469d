/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { userRoutes } from "@bourse/contract/auth";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

import type { SafeResult } from "../client.ts";

type UserRoutes<Key extends keyof typeof userRoutes> = TypesOf<(typeof userRoutes)[Key]>;

/** Types of `listUsers`. */
export interface ListUsersTypes extends UserRoutes<"listUsers"> {}
/** Input of `listUsers`. */
export interface ListUsersInput extends CallInput<ListUsersTypes> {}
/** Output of `listUsers`. */
export type ListUsersOutput = ResponseData<ListUsersTypes>;
/** Result of `listUsers.safe`. */
export type ListUsersSafeResult = SafeResult<ListUsersTypes>;
/** Own error codes of `listUsers`. */
export type ListUsersCode = ListUsersTypes["codes"];

/** Types of `getUser`. */
export interface GetUserTypes extends UserRoutes<"getUser"> {}
/** Input of `getUser`. */
export interface GetUserInput extends CallInput<GetUserTypes> {}
/** Output of `getUser`. */
export type GetUserOutput = ResponseData<GetUserTypes>;
/** Result of `getUser.safe`. */
export type GetUserSafeResult = SafeResult<GetUserTypes>;
/** Own error codes of `getUser`. */
export type GetUserCode = GetUserTypes["codes"];

/** Types of `disableUser`. */
export interface DisableUserTypes extends UserRoutes<"disableUser"> {}
/** Input of `disableUser`. */
export interface DisableUserInput extends CallInput<DisableUserTypes> {}
/** Output of `disableUser`. */
export type DisableUserOutput = ResponseData<DisableUserTypes>;
/** Result of `disableUser.safe`. */
export type DisableUserSafeResult = SafeResult<DisableUserTypes>;
/** Own error codes of `disableUser`. */
export type DisableUserCode = DisableUserTypes["codes"];

/** Types of `enableUser`. */
export interface EnableUserTypes extends UserRoutes<"enableUser"> {}
/** Input of `enableUser`. */
export interface EnableUserInput extends CallInput<EnableUserTypes> {}
/** Output of `enableUser`. */
export type EnableUserOutput = ResponseData<EnableUserTypes>;
/** Result of `enableUser.safe`. */
export type EnableUserSafeResult = SafeResult<EnableUserTypes>;
/** Own error codes of `enableUser`. */
export type EnableUserCode = EnableUserTypes["codes"];

/** Types of `setUserRole`. */
export interface SetUserRoleTypes extends UserRoutes<"setUserRole"> {}
/** Input of `setUserRole`. */
export interface SetUserRoleInput extends CallInput<SetUserRoleTypes> {}
/** Output of `setUserRole`. */
export type SetUserRoleOutput = ResponseData<SetUserRoleTypes>;
/** Result of `setUserRole.safe`. */
export type SetUserRoleSafeResult = SafeResult<SetUserRoleTypes>;
/** Own error codes of `setUserRole`. */
export type SetUserRoleCode = SetUserRoleTypes["codes"];

/** Types of the calls of `userRoutes`, by operation id. */
export interface UserRouteTypes {
  /** `GET /users`. */
  listUsers: ListUsersTypes;
  /** `GET /users/:id`. */
  getUser: GetUserTypes;
  /** `POST /users/:id/disable`. */
  disableUser: DisableUserTypes;
  /** `POST /users/:id/enable`. */
  enableUser: EnableUserTypes;
  /** `POST /users/:id/role`. */
  setUserRole: SetUserRoleTypes;
}
