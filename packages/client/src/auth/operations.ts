/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { authRoutes } from "@bourse/contract/auth";
import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";

type AuthRoutes<Key extends keyof typeof authRoutes> = TypesOf<(typeof authRoutes)[Key]>;

/** Input of `register`: `POST /auth/register`. */
export interface RegisterInput extends CallInput<AuthRoutes<"register">> {}
/** Data that `register` resolves to. */
export type RegisterOutput = ResponseData<AuthRoutes<"register">>;
/** Own error codes of `register`. */
export type RegisterCode = AuthRoutes<"register">["codes"];

/** Input of `login`: `POST /auth/login`. */
export interface LoginInput extends CallInput<AuthRoutes<"login">> {}
/** Data that `login` resolves to. */
export type LoginOutput = ResponseData<AuthRoutes<"login">>;
/** Own error codes of `login`. */
export type LoginCode = AuthRoutes<"login">["codes"];

/** Input of `refresh`: `POST /auth/refresh`. */
export interface RefreshInput extends CallInput<AuthRoutes<"refresh">> {}
/** Data that `refresh` resolves to. */
export type RefreshOutput = ResponseData<AuthRoutes<"refresh">>;
/** Own error codes of `refresh`. */
export type RefreshCode = AuthRoutes<"refresh">["codes"];

/** Input of `logout`: `POST /auth/logout`. */
export interface LogoutInput extends CallInput<AuthRoutes<"logout">> {}
/** Data that `logout` resolves to. */
export type LogoutOutput = ResponseData<AuthRoutes<"logout">>;
/** Own error codes of `logout`. */
export type LogoutCode = AuthRoutes<"logout">["codes"];

/** Input of `me`: `GET /auth/me`. */
export interface MeInput extends CallInput<AuthRoutes<"me">> {}
/** Data that `me` resolves to. */
export type MeOutput = ResponseData<AuthRoutes<"me">>;
/** Own error codes of `me`. */
export type MeCode = AuthRoutes<"me">["codes"];

/** Input of `updateMe`: `PATCH /auth/me`. */
export interface UpdateMeInput extends CallInput<AuthRoutes<"updateMe">> {}
/** Data that `updateMe` resolves to. */
export type UpdateMeOutput = ResponseData<AuthRoutes<"updateMe">>;
/** Own error codes of `updateMe`. */
export type UpdateMeCode = AuthRoutes<"updateMe">["codes"];

/** Input of `changeEmail`: `POST /auth/email`. */
export interface ChangeEmailInput extends CallInput<AuthRoutes<"changeEmail">> {}
/** Data that `changeEmail` resolves to. */
export type ChangeEmailOutput = ResponseData<AuthRoutes<"changeEmail">>;
/** Own error codes of `changeEmail`. */
export type ChangeEmailCode = AuthRoutes<"changeEmail">["codes"];

/** Input of `changePassword`: `POST /auth/password`. */
export interface ChangePasswordInput extends CallInput<AuthRoutes<"changePassword">> {}
/** Data that `changePassword` resolves to. */
export type ChangePasswordOutput = ResponseData<AuthRoutes<"changePassword">>;
/** Own error codes of `changePassword`. */
export type ChangePasswordCode = AuthRoutes<"changePassword">["codes"];

/** Input of `listSessions`: `GET /auth/sessions`. */
export interface ListSessionsInput extends CallInput<AuthRoutes<"listSessions">> {}
/** Data that `listSessions` resolves to. */
export type ListSessionsOutput = ResponseData<AuthRoutes<"listSessions">>;
/** Own error codes of `listSessions`. */
export type ListSessionsCode = AuthRoutes<"listSessions">["codes"];

/** Input of `endSession`: `DELETE /auth/sessions/:id`. */
export interface EndSessionInput extends CallInput<AuthRoutes<"endSession">> {}
/** Data that `endSession` resolves to. */
export type EndSessionOutput = ResponseData<AuthRoutes<"endSession">>;
/** Own error codes of `endSession`. */
export type EndSessionCode = AuthRoutes<"endSession">["codes"];

/** Input of `createApiKey`: `POST /auth/api-keys`. */
export interface CreateApiKeyInput extends CallInput<AuthRoutes<"createApiKey">> {}
/** Data that `createApiKey` resolves to. */
export type CreateApiKeyOutput = ResponseData<AuthRoutes<"createApiKey">>;
/** Own error codes of `createApiKey`. */
export type CreateApiKeyCode = AuthRoutes<"createApiKey">["codes"];

/** Input of `listApiKeys`: `GET /auth/api-keys`. */
export interface ListApiKeysInput extends CallInput<AuthRoutes<"listApiKeys">> {}
/** Data that `listApiKeys` resolves to. */
export type ListApiKeysOutput = ResponseData<AuthRoutes<"listApiKeys">>;
/** Own error codes of `listApiKeys`. */
export type ListApiKeysCode = AuthRoutes<"listApiKeys">["codes"];

/** Input of `verifyApiKey`: `POST /auth/api-keys/verify`. */
export interface VerifyApiKeyInput extends CallInput<AuthRoutes<"verifyApiKey">> {}
/** Data that `verifyApiKey` resolves to. */
export type VerifyApiKeyOutput = ResponseData<AuthRoutes<"verifyApiKey">>;
/** Own error codes of `verifyApiKey`. */
export type VerifyApiKeyCode = AuthRoutes<"verifyApiKey">["codes"];

/** Input of `getApiKey`: `GET /auth/api-keys/:id`. */
export interface GetApiKeyInput extends CallInput<AuthRoutes<"getApiKey">> {}
/** Data that `getApiKey` resolves to. */
export type GetApiKeyOutput = ResponseData<AuthRoutes<"getApiKey">>;
/** Own error codes of `getApiKey`. */
export type GetApiKeyCode = AuthRoutes<"getApiKey">["codes"];

/** Input of `revokeApiKey`: `DELETE /auth/api-keys/:id`. */
export interface RevokeApiKeyInput extends CallInput<AuthRoutes<"revokeApiKey">> {}
/** Data that `revokeApiKey` resolves to. */
export type RevokeApiKeyOutput = ResponseData<AuthRoutes<"revokeApiKey">>;
/** Own error codes of `revokeApiKey`. */
export type RevokeApiKeyCode = AuthRoutes<"revokeApiKey">["codes"];

/** Input of `listDeployments`: `GET /deployments`. */
export interface ListDeploymentsInput extends CallInput<AuthRoutes<"listDeployments">> {}
/** Data that `listDeployments` resolves to. */
export type ListDeploymentsOutput = ResponseData<AuthRoutes<"listDeployments">>;
/** Own error codes of `listDeployments`. */
export type ListDeploymentsCode = AuthRoutes<"listDeployments">["codes"];

/** Input of `createDeployment`: `POST /deployments`. */
export interface CreateDeploymentInput extends CallInput<AuthRoutes<"createDeployment">> {}
/** Data that `createDeployment` resolves to. */
export type CreateDeploymentOutput = ResponseData<AuthRoutes<"createDeployment">>;
/** Own error codes of `createDeployment`. */
export type CreateDeploymentCode = AuthRoutes<"createDeployment">["codes"];

/** Input of `getDeployment`: `GET /deployments/:id`. */
export interface GetDeploymentInput extends CallInput<AuthRoutes<"getDeployment">> {}
/** Data that `getDeployment` resolves to. */
export type GetDeploymentOutput = ResponseData<AuthRoutes<"getDeployment">>;
/** Own error codes of `getDeployment`. */
export type GetDeploymentCode = AuthRoutes<"getDeployment">["codes"];

/** Input of `moveDeployment`: `PATCH /deployments/:id`. */
export interface MoveDeploymentInput extends CallInput<AuthRoutes<"moveDeployment">> {}
/** Data that `moveDeployment` resolves to. */
export type MoveDeploymentOutput = ResponseData<AuthRoutes<"moveDeployment">>;
/** Own error codes of `moveDeployment`. */
export type MoveDeploymentCode = AuthRoutes<"moveDeployment">["codes"];

/** Input of `listTransactions`: `GET /transactions`. */
export interface ListTransactionsInput extends CallInput<AuthRoutes<"listTransactions">> {}
/** Data that `listTransactions` resolves to. */
export type ListTransactionsOutput = ResponseData<AuthRoutes<"listTransactions">>;
/** Own error codes of `listTransactions`. */
export type ListTransactionsCode = AuthRoutes<"listTransactions">["codes"];

/** Input of `createTransaction`: `POST /transactions`. */
export interface CreateTransactionInput extends CallInput<AuthRoutes<"createTransaction">> {}
/** Data that `createTransaction` resolves to. */
export type CreateTransactionOutput = ResponseData<AuthRoutes<"createTransaction">>;
/** Own error codes of `createTransaction`. */
export type CreateTransactionCode = AuthRoutes<"createTransaction">["codes"];

/** Input of `getTransaction`: `GET /transactions/:hash`. */
export interface GetTransactionInput extends CallInput<AuthRoutes<"getTransaction">> {}
/** Data that `getTransaction` resolves to. */
export type GetTransactionOutput = ResponseData<AuthRoutes<"getTransaction">>;
/** Own error codes of `getTransaction`. */
export type GetTransactionCode = AuthRoutes<"getTransaction">["codes"];

/** Input of `moveTransaction`: `PATCH /transactions/:hash`. */
export interface MoveTransactionInput extends CallInput<AuthRoutes<"moveTransaction">> {}
/** Data that `moveTransaction` resolves to. */
export type MoveTransactionOutput = ResponseData<AuthRoutes<"moveTransaction">>;
/** Own error codes of `moveTransaction`. */
export type MoveTransactionCode = AuthRoutes<"moveTransaction">["codes"];

/** Input of `getUsage`: `GET /billing/usage`. */
export interface GetUsageInput extends CallInput<AuthRoutes<"getUsage">> {}
/** Data that `getUsage` resolves to. */
export type GetUsageOutput = ResponseData<AuthRoutes<"getUsage">>;
/** Own error codes of `getUsage`. */
export type GetUsageCode = AuthRoutes<"getUsage">["codes"];

/** Input of `listAudit`: `GET /audit`. */
export interface ListAuditInput extends CallInput<AuthRoutes<"listAudit">> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<AuthRoutes<"listAudit">>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = AuthRoutes<"listAudit">["codes"];
