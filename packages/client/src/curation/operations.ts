/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { accountRoutes, marketRoutes } from "@bourse/contract/curation";

/**
 * Input of `issueNonce` (`POST /auth/nonce`): Issue a message for a wallet to sign, which is valid for five
 * minutes and once.
 */
export interface IssueNonceInput extends CallInput<TypesOf<(typeof accountRoutes)["issueNonce"]>> {}
/** Data that `issueNonce` resolves to. */
export type IssueNonceOutput = ResponseData<TypesOf<(typeof accountRoutes)["issueNonce"]>>;
/** Error codes that `issueNonce` has of its own. */
export type IssueNonceCode = TypesOf<(typeof accountRoutes)["issueNonce"]>["codes"];

/** Input of `register` (`POST /auth/register`): Create an account for a wallet and log it in. */
export interface RegisterInput extends CallInput<TypesOf<(typeof accountRoutes)["register"]>> {}
/** Data that `register` resolves to. */
export type RegisterOutput = ResponseData<TypesOf<(typeof accountRoutes)["register"]>>;
/** Error codes that `register` has of its own. */
export type RegisterCode = TypesOf<(typeof accountRoutes)["register"]>["codes"];

/** Input of `login` (`POST /auth/login`): Log in by a signed message, or by e-mail and password. */
export interface LoginInput extends CallInput<TypesOf<(typeof accountRoutes)["login"]>> {}
/** Data that `login` resolves to. */
export type LoginOutput = ResponseData<TypesOf<(typeof accountRoutes)["login"]>>;
/** Error codes that `login` has of its own. */
export type LoginCode = TypesOf<(typeof accountRoutes)["login"]>["codes"];

/** Input of `refresh` (`POST /auth/refresh`): Exchange a refresh token for a new access token. */
export interface RefreshInput extends CallInput<TypesOf<(typeof accountRoutes)["refresh"]>> {}
/** Data that `refresh` resolves to. */
export type RefreshOutput = ResponseData<TypesOf<(typeof accountRoutes)["refresh"]>>;
/** Error codes that `refresh` has of its own. */
export type RefreshCode = TypesOf<(typeof accountRoutes)["refresh"]>["codes"];

/** Input of `logout` (`POST /auth/logout`): End the session of the access token. */
export interface LogoutInput extends CallInput<TypesOf<(typeof accountRoutes)["logout"]>> {}
/** Data that `logout` resolves to. */
export type LogoutOutput = ResponseData<TypesOf<(typeof accountRoutes)["logout"]>>;
/** Error codes that `logout` has of its own. */
export type LogoutCode = TypesOf<(typeof accountRoutes)["logout"]>["codes"];

/** Input of `me` (`GET /auth/me`): Read the account of the caller. */
export interface MeInput extends CallInput<TypesOf<(typeof accountRoutes)["me"]>> {}
/** Data that `me` resolves to. */
export type MeOutput = ResponseData<TypesOf<(typeof accountRoutes)["me"]>>;
/** Error codes that `me` has of its own. */
export type MeCode = TypesOf<(typeof accountRoutes)["me"]>["codes"];

/** Input of `updateMe` (`PATCH /auth/me`): Change the caller's profile; null removes a field. */
export interface UpdateMeInput extends CallInput<TypesOf<(typeof accountRoutes)["updateMe"]>> {}
/** Data that `updateMe` resolves to. */
export type UpdateMeOutput = ResponseData<TypesOf<(typeof accountRoutes)["updateMe"]>>;
/** Error codes that `updateMe` has of its own. */
export type UpdateMeCode = TypesOf<(typeof accountRoutes)["updateMe"]>["codes"];

/**
 * Input of `setWallet` (`POST /auth/me/wallet`): Prove the account's wallet, or change to a proved one; every
 * other session ends.
 */
export interface SetWalletInput extends CallInput<TypesOf<(typeof accountRoutes)["setWallet"]>> {}
/** Data that `setWallet` resolves to. */
export type SetWalletOutput = ResponseData<TypesOf<(typeof accountRoutes)["setWallet"]>>;
/** Error codes that `setWallet` has of its own. */
export type SetWalletCode = TypesOf<(typeof accountRoutes)["setWallet"]>["codes"];

/**
 * Input of `setEmail` (`POST /auth/me/email`): Set or change the e-mail address of the account; every other
 * session ends.
 */
export interface SetEmailInput extends CallInput<TypesOf<(typeof accountRoutes)["setEmail"]>> {}
/** Data that `setEmail` resolves to. */
export type SetEmailOutput = ResponseData<TypesOf<(typeof accountRoutes)["setEmail"]>>;
/** Error codes that `setEmail` has of its own. */
export type SetEmailCode = TypesOf<(typeof accountRoutes)["setEmail"]>["codes"];

/**
 * Input of `setPassword` (`POST /auth/me/password`): Change the password of the account; every other session
 * ends.
 */
export interface SetPasswordInput extends CallInput<
  TypesOf<(typeof accountRoutes)["setPassword"]>
> {}
/** Data that `setPassword` resolves to. */
export type SetPasswordOutput = ResponseData<TypesOf<(typeof accountRoutes)["setPassword"]>>;
/** Error codes that `setPassword` has of its own. */
export type SetPasswordCode = TypesOf<(typeof accountRoutes)["setPassword"]>["codes"];

/**
 * Input of `redeemAdminCode` (`POST /auth/admin-code`): Become an admin by the operator's one-time code for the
 * account's e-mail address.
 */
export interface RedeemAdminCodeInput extends CallInput<
  TypesOf<(typeof accountRoutes)["redeemAdminCode"]>
> {}
/** Data that `redeemAdminCode` resolves to. */
export type RedeemAdminCodeOutput = ResponseData<
  TypesOf<(typeof accountRoutes)["redeemAdminCode"]>
>;
/** Error codes that `redeemAdminCode` has of its own. */
export type RedeemAdminCodeCode = TypesOf<(typeof accountRoutes)["redeemAdminCode"]>["codes"];

/** Input of `listSessions` (`GET /auth/sessions`): List the caller's sessions, newest first. */
export interface ListSessionsInput extends CallInput<
  TypesOf<(typeof accountRoutes)["listSessions"]>
> {}
/** Data that `listSessions` resolves to. */
export type ListSessionsOutput = ResponseData<TypesOf<(typeof accountRoutes)["listSessions"]>>;
/** Error codes that `listSessions` has of its own. */
export type ListSessionsCode = TypesOf<(typeof accountRoutes)["listSessions"]>["codes"];

/** Input of `endSession` (`DELETE /auth/sessions/:id`): End a session, and its access tokens with it. */
export interface EndSessionInput extends CallInput<TypesOf<(typeof accountRoutes)["endSession"]>> {}
/** Data that `endSession` resolves to. */
export type EndSessionOutput = ResponseData<TypesOf<(typeof accountRoutes)["endSession"]>>;
/** Error codes that `endSession` has of its own. */
export type EndSessionCode = TypesOf<(typeof accountRoutes)["endSession"]>["codes"];

/** Input of `listMarkets` (`GET /markets`): Find markets by state, tags, words and creator; no token is needed. */
export interface ListMarketsInput extends CallInput<
  TypesOf<(typeof marketRoutes)["listMarkets"]>
> {}
/** Data that `listMarkets` resolves to. */
export type ListMarketsOutput = ResponseData<TypesOf<(typeof marketRoutes)["listMarkets"]>>;
/** Error codes that `listMarkets` has of its own. */
export type ListMarketsCode = TypesOf<(typeof marketRoutes)["listMarkets"]>["codes"];

/** Input of `getMarket` (`GET /markets/:id`): Read a market, with its version as ETag. */
export interface GetMarketInput extends CallInput<TypesOf<(typeof marketRoutes)["getMarket"]>> {}
/** Data that `getMarket` resolves to. */
export type GetMarketOutput = ResponseData<TypesOf<(typeof marketRoutes)["getMarket"]>>;
/** Error codes that `getMarket` has of its own. */
export type GetMarketCode = TypesOf<(typeof marketRoutes)["getMarket"]>["codes"];

/**
 * Input of `listMarketsOfWallet` (`GET /markets/user/:wallet_address`): List all markets of a wallet, newest
 * first; the next page is in the header Link.
 */
export interface ListMarketsOfWalletInput extends CallInput<
  TypesOf<(typeof marketRoutes)["listMarketsOfWallet"]>
> {}
/** Data that `listMarketsOfWallet` resolves to. */
export type ListMarketsOfWalletOutput = ResponseData<
  TypesOf<(typeof marketRoutes)["listMarketsOfWallet"]>
>;
/** Error codes that `listMarketsOfWallet` has of its own. */
export type ListMarketsOfWalletCode = TypesOf<
  (typeof marketRoutes)["listMarketsOfWallet"]
>["codes"];

/**
 * Input of `disputeMarket` (`POST /markets/:id/dispute`): Dispute the resolution of a market inside its dispute
 * window.
 */
export interface DisputeMarketInput extends CallInput<
  TypesOf<(typeof marketRoutes)["disputeMarket"]>
> {}
/** Data that `disputeMarket` resolves to. */
export type DisputeMarketOutput = ResponseData<TypesOf<(typeof marketRoutes)["disputeMarket"]>>;
/** Error codes that `disputeMarket` has of its own. */
export type DisputeMarketCode = TypesOf<(typeof marketRoutes)["disputeMarket"]>["codes"];

/**
 * Input of `marketActions` (`GET /markets/:id/actions`): List what was done to a market and why, oldest first;
 * for its creator and curators.
 */
export interface MarketActionsInput extends CallInput<
  TypesOf<(typeof marketRoutes)["marketActions"]>
> {}
/** Data that `marketActions` resolves to. */
export type MarketActionsOutput = ResponseData<TypesOf<(typeof marketRoutes)["marketActions"]>>;
/** Error codes that `marketActions` has of its own. */
export type MarketActionsCode = TypesOf<(typeof marketRoutes)["marketActions"]>["codes"];
