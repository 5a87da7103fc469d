/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { accountRoutes, marketRoutes } from "@bourse/contract/curation";

type AccountRoutes<Key extends keyof typeof accountRoutes> = TypesOf<(typeof accountRoutes)[Key]>;
type MarketRoutes<Key extends keyof typeof marketRoutes> = TypesOf<(typeof marketRoutes)[Key]>;

/** Input of `issueNonce`: `POST /auth/nonce`. */
export interface IssueNonceInput extends CallInput<AccountRoutes<"issueNonce">> {}
/** Data that `issueNonce` resolves to. */
export type IssueNonceOutput = ResponseData<AccountRoutes<"issueNonce">>;
/** Own error codes of `issueNonce`. */
export type IssueNonceCode = AccountRoutes<"issueNonce">["codes"];

/** Input of `register`: `POST /auth/register`. */
export interface RegisterInput extends CallInput<AccountRoutes<"register">> {}
/** Data that `register` resolves to. */
export type RegisterOutput = ResponseData<AccountRoutes<"register">>;
/** Own error codes of `register`. */
export type RegisterCode = AccountRoutes<"register">["codes"];

/** Input of `login`: `POST /auth/login`. */
export interface LoginInput extends CallInput<AccountRoutes<"login">> {}
/** Data that `login` resolves to. */
export type LoginOutput = ResponseData<AccountRoutes<"login">>;
/** Own error codes of `login`. */
export type LoginCode = AccountRoutes<"login">["codes"];

/** Input of `refresh`: `POST /auth/refresh`. */
export interface RefreshInput extends CallInput<AccountRoutes<"refresh">> {}
/** Data that `refresh` resolves to. */
export type RefreshOutput = ResponseData<AccountRoutes<"refresh">>;
/** Own error codes of `refresh`. */
export type RefreshCode = AccountRoutes<"refresh">["codes"];

/** Input of `logout`: `POST /auth/logout`. */
export interface LogoutInput extends CallInput<AccountRoutes<"logout">> {}
/** Data that `logout` resolves to. */
export type LogoutOutput = ResponseData<AccountRoutes<"logout">>;
/** Own error codes of `logout`. */
export type LogoutCode = AccountRoutes<"logout">["codes"];

/** Input of `me`: `GET /auth/me`. */
export interface MeInput extends CallInput<AccountRoutes<"me">> {}
/** Data that `me` resolves to. */
export type MeOutput = ResponseData<AccountRoutes<"me">>;
/** Own error codes of `me`. */
export type MeCode = AccountRoutes<"me">["codes"];

/** Input of `updateMe`: `PATCH /auth/me`. */
export interface UpdateMeInput extends CallInput<AccountRoutes<"updateMe">> {}
/** Data that `updateMe` resolves to. */
export type UpdateMeOutput = ResponseData<AccountRoutes<"updateMe">>;
/** Own error codes of `updateMe`. */
export type UpdateMeCode = AccountRoutes<"updateMe">["codes"];

/** Input of `setWallet`: `POST /auth/me/wallet`. */
export interface SetWalletInput extends CallInput<AccountRoutes<"setWallet">> {}
/** Data that `setWallet` resolves to. */
export type SetWalletOutput = ResponseData<AccountRoutes<"setWallet">>;
/** Own error codes of `setWallet`. */
export type SetWalletCode = AccountRoutes<"setWallet">["codes"];

/** Input of `setEmail`: `POST /auth/me/email`. */
export interface SetEmailInput extends CallInput<AccountRoutes<"setEmail">> {}
/** Data that `setEmail` resolves to. */
export type SetEmailOutput = ResponseData<AccountRoutes<"setEmail">>;
/** Own error codes of `setEmail`. */
export type SetEmailCode = AccountRoutes<"setEmail">["codes"];

/** Input of `setPassword`: `POST /auth/me/password`. */
export interface SetPasswordInput extends CallInput<AccountRoutes<"setPassword">> {}
/** Data that `setPassword` resolves to. */
export type SetPasswordOutput = ResponseData<AccountRoutes<"setPassword">>;
/** Own error codes of `setPassword`. */
export type SetPasswordCode = AccountRoutes<"setPassword">["codes"];

/** Input of `redeemAdminCode`: `POST /auth/admin-code`. */
export interface RedeemAdminCodeInput extends CallInput<AccountRoutes<"redeemAdminCode">> {}
/** Data that `redeemAdminCode` resolves to. */
export type RedeemAdminCodeOutput = ResponseData<AccountRoutes<"redeemAdminCode">>;
/** Own error codes of `redeemAdminCode`. */
export type RedeemAdminCodeCode = AccountRoutes<"redeemAdminCode">["codes"];

/** Input of `listSessions`: `GET /auth/sessions`. */
export interface ListSessionsInput extends CallInput<AccountRoutes<"listSessions">> {}
/** Data that `listSessions` resolves to. */
export type ListSessionsOutput = ResponseData<AccountRoutes<"listSessions">>;
/** Own error codes of `listSessions`. */
export type ListSessionsCode = AccountRoutes<"listSessions">["codes"];

/** Input of `endSession`: `DELETE /auth/sessions/:id`. */
export interface EndSessionInput extends CallInput<AccountRoutes<"endSession">> {}
/** Data that `endSession` resolves to. */
export type EndSessionOutput = ResponseData<AccountRoutes<"endSession">>;
/** Own error codes of `endSession`. */
export type EndSessionCode = AccountRoutes<"endSession">["codes"];

/** Input of `listMarkets`: `GET /markets`. */
export interface ListMarketsInput extends CallInput<MarketRoutes<"listMarkets">> {}
/** Data that `listMarkets` resolves to. */
export type ListMarketsOutput = ResponseData<MarketRoutes<"listMarkets">>;
/** Own error codes of `listMarkets`. */
export type ListMarketsCode = MarketRoutes<"listMarkets">["codes"];

/** Input of `getMarket`: `GET /markets/:id`. */
export interface GetMarketInput extends CallInput<MarketRoutes<"getMarket">> {}
/** Data that `getMarket` resolves to. */
export type GetMarketOutput = ResponseData<MarketRoutes<"getMarket">>;
/** Own error codes of `getMarket`. */
export type GetMarketCode = MarketRoutes<"getMarket">["codes"];

/** Input of `listMarketsOfWallet`: `GET /markets/user/:wallet_address`. */
export interface ListMarketsOfWalletInput extends CallInput<MarketRoutes<"listMarketsOfWallet">> {}
/** Data that `listMarketsOfWallet` resolves to. */
export type ListMarketsOfWalletOutput = ResponseData<MarketRoutes<"listMarketsOfWallet">>;
/** Own error codes of `listMarketsOfWallet`. */
export type ListMarketsOfWalletCode = MarketRoutes<"listMarketsOfWallet">["codes"];

/** Input of `disputeMarket`: `POST /markets/:id/dispute`. */
export interface DisputeMarketInput extends CallInput<MarketRoutes<"disputeMarket">> {}
/** Data that `disputeMarket` resolves to. */
export type DisputeMarketOutput = ResponseData<MarketRoutes<"disputeMarket">>;
/** Own error codes of `disputeMarket`. */
export type DisputeMarketCode = MarketRoutes<"disputeMarket">["codes"];

/** Input of `marketActions`: `GET /markets/:id/actions`. */
export interface MarketActionsInput extends CallInput<MarketRoutes<"marketActions">> {}
/** Data that `marketActions` resolves to. */
export type MarketActionsOutput = ResponseData<MarketRoutes<"marketActions">>;
/** Own error codes of `marketActions`. */
export type MarketActionsCode = MarketRoutes<"marketActions">["codes"];
