/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { authRoutes } from "@bourse/contract/auth";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

/** Input of `register` (`POST /auth/register`): Create an account and log it in. */
export interface RegisterInput extends CallInput<TypesOf<(typeof authRoutes)["register"]>> {}
/** Data that `register` resolves to. */
export type RegisterOutput = ResponseData<TypesOf<(typeof authRoutes)["register"]>>;
/** Error codes that `register` has of its own. */
export type RegisterCode = TypesOf<(typeof authRoutes)["register"]>["codes"];

/** Input of `login` (`POST /auth/login`): Exchange e-mail and password for tokens. */
export interface LoginInput extends CallInput<TypesOf<(typeof authRoutes)["login"]>> {}
/** Data that `login` resolves to. */
export type LoginOutput = ResponseData<TypesOf<(typeof authRoutes)["login"]>>;
/** Error codes that `login` has of its own. */
export type LoginCode = TypesOf<(typeof authRoutes)["login"]>["codes"];

/** Input of `refresh` (`POST /auth/refresh`): Exchange a refresh token for a new access token. */
export interface RefreshInput extends CallInput<TypesOf<(typeof authRoutes)["refresh"]>> {}
/** Data that `refresh` resolves to. */
export type RefreshOutput = ResponseData<TypesOf<(typeof authRoutes)["refresh"]>>;
/** Error codes that `refresh` has of its own. */
export type RefreshCode = TypesOf<(typeof authRoutes)["refresh"]>["codes"];

/** Input of `logout` (`POST /auth/logout`): End the session of a refresh token, and its access tokens with it. */
export interface LogoutInput extends CallInput<TypesOf<(typeof authRoutes)["logout"]>> {}
/** Data that `logout` resolves to. */
export type LogoutOutput = ResponseData<TypesOf<(typeof authRoutes)["logout"]>>;
/** Error codes that `logout` has of its own. */
export type LogoutCode = TypesOf<(typeof authRoutes)["logout"]>["codes"];

/** Input of `me` (`GET /auth/me`): Describe the caller: its account, its kind of credential and its permissions. */
export interface MeInput extends CallInput<TypesOf<(typeof authRoutes)["me"]>> {}
/** Data that `me` resolves to. */
export type MeOutput = ResponseData<TypesOf<(typeof authRoutes)["me"]>>;
/** Error codes that `me` has of its own. */
export type MeCode = TypesOf<(typeof authRoutes)["me"]>["codes"];

/** Input of `updateMe` (`PATCH /auth/me`): Change the profile of the account. */
export interface UpdateMeInput extends CallInput<TypesOf<(typeof authRoutes)["updateMe"]>> {}
/** Data that `updateMe` resolves to. */
export type UpdateMeOutput = ResponseData<TypesOf<(typeof authRoutes)["updateMe"]>>;
/** Error codes that `updateMe` has of its own. */
export type UpdateMeCode = TypesOf<(typeof authRoutes)["updateMe"]>["codes"];

/** Input of `changeEmail` (`POST /auth/email`): Change the e-mail address and end every other session. */
export interface ChangeEmailInput extends CallInput<TypesOf<(typeof authRoutes)["changeEmail"]>> {}
/** Data that `changeEmail` resolves to. */
export type ChangeEmailOutput = ResponseData<TypesOf<(typeof authRoutes)["changeEmail"]>>;
/** Error codes that `changeEmail` has of its own. */
export type ChangeEmailCode = TypesOf<(typeof authRoutes)["changeEmail"]>["codes"];

/** Input of `changePassword` (`POST /auth/password`): Change the password and end every other session. */
export interface ChangePasswordInput extends CallInput<
  TypesOf<(typeof authRoutes)["changePassword"]>
> {}
/** Data that `changePassword` resolves to. */
export type ChangePasswordOutput = ResponseData<TypesOf<(typeof authRoutes)["changePassword"]>>;
/** Error codes that `changePassword` has of its own. */
export type ChangePasswordCode = TypesOf<(typeof authRoutes)["changePassword"]>["codes"];

/** Input of `listSessions` (`GET /auth/sessions`): List the caller's sessions, newest first. */
export interface ListSessionsInput extends CallInput<
  TypesOf<(typeof authRoutes)["listSessions"]>
> {}
/** Data that `listSessions` resolves to. */
export type ListSessionsOutput = ResponseData<TypesOf<(typeof authRoutes)["listSessions"]>>;
/** Error codes that `listSessions` has of its own. */
export type ListSessionsCode = TypesOf<(typeof authRoutes)["listSessions"]>["codes"];

/** Input of `endSession` (`DELETE /auth/sessions/:id`): End a session, and its access tokens with it. */
export interface EndSessionInput extends CallInput<TypesOf<(typeof authRoutes)["endSession"]>> {}
/** Data that `endSession` resolves to. */
export type EndSessionOutput = ResponseData<TypesOf<(typeof authRoutes)["endSession"]>>;
/** Error codes that `endSession` has of its own. */
export type EndSessionCode = TypesOf<(typeof authRoutes)["endSession"]>["codes"];

/** Input of `createApiKey` (`POST /auth/api-keys`): Create an API key; only this answer shows the key. */
export interface CreateApiKeyInput extends CallInput<
  TypesOf<(typeof authRoutes)["createApiKey"]>
> {}
/** Data that `createApiKey` resolves to. */
export type CreateApiKeyOutput = ResponseData<TypesOf<(typeof authRoutes)["createApiKey"]>>;
/** Error codes that `createApiKey` has of its own. */
export type CreateApiKeyCode = TypesOf<(typeof authRoutes)["createApiKey"]>["codes"];

/** Input of `listApiKeys` (`GET /auth/api-keys`): List the caller's API keys that are not revoked, newest first. */
export interface ListApiKeysInput extends CallInput<TypesOf<(typeof authRoutes)["listApiKeys"]>> {}
/** Data that `listApiKeys` resolves to. */
export type ListApiKeysOutput = ResponseData<TypesOf<(typeof authRoutes)["listApiKeys"]>>;
/** Error codes that `listApiKeys` has of its own. */
export type ListApiKeysCode = TypesOf<(typeof authRoutes)["listApiKeys"]>["codes"];

/**
 * Input of `verifyApiKey` (`POST /auth/api-keys/verify`): Verify an API key that a service received from its
 * caller.
 */
export interface VerifyApiKeyInput extends CallInput<
  TypesOf<(typeof authRoutes)["verifyApiKey"]>
> {}
/** Data that `verifyApiKey` resolves to. */
export type VerifyApiKeyOutput = ResponseData<TypesOf<(typeof authRoutes)["verifyApiKey"]>>;
/** Error codes that `verifyApiKey` has of its own. */
export type VerifyApiKeyCode = TypesOf<(typeof authRoutes)["verifyApiKey"]>["codes"];

/** Input of `getApiKey` (`GET /auth/api-keys/:id`): Read an API key, without its secret. */
export interface GetApiKeyInput extends CallInput<TypesOf<(typeof authRoutes)["getApiKey"]>> {}
/** Data that `getApiKey` resolves to. */
export type GetApiKeyOutput = ResponseData<TypesOf<(typeof authRoutes)["getApiKey"]>>;
/** Error codes that `getApiKey` has of its own. */
export type GetApiKeyCode = TypesOf<(typeof authRoutes)["getApiKey"]>["codes"];

/** Input of `revokeApiKey` (`DELETE /auth/api-keys/:id`): Revoke an API key at once. */
export interface RevokeApiKeyInput extends CallInput<
  TypesOf<(typeof authRoutes)["revokeApiKey"]>
> {}
/** Data that `revokeApiKey` resolves to. */
export type RevokeApiKeyOutput = ResponseData<TypesOf<(typeof authRoutes)["revokeApiKey"]>>;
/** Error codes that `revokeApiKey` has of its own. */
export type RevokeApiKeyCode = TypesOf<(typeof authRoutes)["revokeApiKey"]>["codes"];

/**
 * Input of `listDeployments` (`GET /deployments`): List the caller's deployments, newest first; requires the
 * permission read.
 */
export interface ListDeploymentsInput extends CallInput<
  TypesOf<(typeof authRoutes)["listDeployments"]>
> {}
/** Data that `listDeployments` resolves to. */
export type ListDeploymentsOutput = ResponseData<TypesOf<(typeof authRoutes)["listDeployments"]>>;
/** Error codes that `listDeployments` has of its own. */
export type ListDeploymentsCode = TypesOf<(typeof authRoutes)["listDeployments"]>["codes"];

/** Input of `createDeployment` (`POST /deployments`): Record a deployment; requires the permission deploy. */
export interface CreateDeploymentInput extends CallInput<
  TypesOf<(typeof authRoutes)["createDeployment"]>
> {}
/** Data that `createDeployment` resolves to. */
export type CreateDeploymentOutput = ResponseData<TypesOf<(typeof authRoutes)["createDeployment"]>>;
/** Error codes that `createDeployment` has of its own. */
export type CreateDeploymentCode = TypesOf<(typeof authRoutes)["createDeployment"]>["codes"];

/** Input of `getDeployment` (`GET /deployments/:id`): Read a deployment; requires the permission read. */
export interface GetDeploymentInput extends CallInput<
  TypesOf<(typeof authRoutes)["getDeployment"]>
> {}
/** Data that `getDeployment` resolves to. */
export type GetDeploymentOutput = ResponseData<TypesOf<(typeof authRoutes)["getDeployment"]>>;
/** Error codes that `getDeployment` has of its own. */
export type GetDeploymentCode = TypesOf<(typeof authRoutes)["getDeployment"]>["codes"];

/**
 * Input of `moveDeployment` (`PATCH /deployments/:id`): Move a deployment to its next status; requires the
 * permission deploy.
 */
export interface MoveDeploymentInput extends CallInput<
  TypesOf<(typeof authRoutes)["moveDeployment"]>
> {}
/** Data that `moveDeployment` resolves to. */
export type MoveDeploymentOutput = ResponseData<TypesOf<(typeof authRoutes)["moveDeployment"]>>;
/** Error codes that `moveDeployment` has of its own. */
export type MoveDeploymentCode = TypesOf<(typeof authRoutes)["moveDeployment"]>["codes"];

/**
 * Input of `listTransactions` (`GET /transactions`): List the caller's transactions, newest first; requires the
 * permission read.
 */
export interface ListTransactionsInput extends CallInput<
  TypesOf<(typeof authRoutes)["listTransactions"]>
> {}
/** Data that `listTransactions` resolves to. */
export type ListTransactionsOutput = ResponseData<TypesOf<(typeof authRoutes)["listTransactions"]>>;
/** Error codes that `listTransactions` has of its own. */
export type ListTransactionsCode = TypesOf<(typeof authRoutes)["listTransactions"]>["codes"];

/**
 * Input of `createTransaction` (`POST /transactions`): Record a transaction of a deployment; requires the
 * permission deploy.
 */
export interface CreateTransactionInput extends CallInput<
  TypesOf<(typeof authRoutes)["createTransaction"]>
> {}
/** Data that `createTransaction` resolves to. */
export type CreateTransactionOutput = ResponseData<
  TypesOf<(typeof authRoutes)["createTransaction"]>
>;
/** Error codes that `createTransaction` has of its own. */
export type CreateTransactionCode = TypesOf<(typeof authRoutes)["createTransaction"]>["codes"];

/**
 * Input of `getTransaction` (`GET /transactions/:hash`): Read a transaction by its hash; requires the permission
 * read.
 */
export interface GetTransactionInput extends CallInput<
  TypesOf<(typeof authRoutes)["getTransaction"]>
> {}
/** Data that `getTransaction` resolves to. */
export type GetTransactionOutput = ResponseData<TypesOf<(typeof authRoutes)["getTransaction"]>>;
/** Error codes that `getTransaction` has of its own. */
export type GetTransactionCode = TypesOf<(typeof authRoutes)["getTransaction"]>["codes"];

/**
 * Input of `moveTransaction` (`PATCH /transactions/:hash`): Move a transaction to its next status; requires the
 * permission deploy.
 */
export interface MoveTransactionInput extends CallInput<
  TypesOf<(typeof authRoutes)["moveTransaction"]>
> {}
/** Data that `moveTransaction` resolves to. */
export type MoveTransactionOutput = ResponseData<TypesOf<(typeof authRoutes)["moveTransaction"]>>;
/** Error codes that `moveTransaction` has of its own. */
export type MoveTransactionCode = TypesOf<(typeof authRoutes)["moveTransaction"]>["codes"];

/** Input of `getUsage` (`GET /billing/usage`): Count what the account uses; requires the permission billing. */
export interface GetUsageInput extends CallInput<TypesOf<(typeof authRoutes)["getUsage"]>> {}
/** Data that `getUsage` resolves to. */
export type GetUsageOutput = ResponseData<TypesOf<(typeof authRoutes)["getUsage"]>>;
/** Error codes that `getUsage` has of its own. */
export type GetUsageCode = TypesOf<(typeof authRoutes)["getUsage"]>["codes"];

/**
 * Input of `listAudit` (`GET /audit`): List the audit trail of the caller's account, newest first; requires the
 * permission admin.
 */
export interface ListAuditInput extends CallInput<TypesOf<(typeof authRoutes)["listAudit"]>> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<TypesOf<(typeof authRoutes)["listAudit"]>>;
/** Error codes that `listAudit` has of its own. */
export type ListAuditCode = TypesOf<(typeof authRoutes)["listAudit"]>["codes"];
