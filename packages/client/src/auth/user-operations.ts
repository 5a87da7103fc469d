/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { userRoutes } from "@bourse/contract/auth";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

type UserRoutes<Key extends keyof typeof userRoutes> = TypesOf<(typeof userRoutes)[Key]>;

/** Input of `listUsers`: `GET /users`. */
export interface ListUsersInput extends CallInput<UserRoutes<"listUsers">> {}
/** Data that `listUsers` resolves to. */
export type ListUsersOutput = ResponseData<UserRoutes<"listUsers">>;
/** Own error codes of `listUsers`. */
export type ListUsersCode = UserRoutes<"listUsers">["codes"];

/** Input of `getUser`: `GET /users/:id`. */
export interface GetUserInput extends CallInput<UserRoutes<"getUser">> {}
/** Data that `getUser` resolves to. */
export type GetUserOutput = ResponseData<UserRoutes<"getUser">>;
/** Own error codes of `getUser`. */
export type GetUserCode = UserRoutes<"getUser">["codes"];

/** Input of `disableUser`: `POST /users/:id/disable`. */
export interface DisableUserInput extends CallInput<UserRoutes<"disableUser">> {}
/** Data that `disableUser` resolves to. */
export type DisableUserOutput = ResponseData<UserRoutes<"disableUser">>;
/** Own error codes of `disableUser`. */
export type DisableUserCode = UserRoutes<"disableUser">["codes"];

/** Input of `enableUser`: `POST /users/:id/enable`. */
export interface EnableUserInput extends CallInput<UserRoutes<"enableUser">> {}
/** Data that `enableUser` resolves to. */
export type EnableUserOutput = ResponseData<UserRoutes<"enableUser">>;
/** Own error codes of `enableUser`. */
export type EnableUserCode = UserRoutes<"enableUser">["codes"];
