/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { dashboardRoutes, externalRoutes, internalRoutes } from "@bourse/contract/node";

type DashboardRoutes<Key extends keyof typeof dashboardRoutes> = TypesOf<
  (typeof dashboardRoutes)[Key]
>;
type ExternalRoutes<Key extends keyof typeof externalRoutes> = TypesOf<
  (typeof externalRoutes)[Key]
>;
type InternalRoutes<Key extends keyof typeof internalRoutes> = TypesOf<
  (typeof internalRoutes)[Key]
>;

/** Input of `health`: `GET /health`. */
export interface InternalHealthInput extends CallInput<InternalRoutes<"health">> {}
/** Data that `health` resolves to. */
export type InternalHealthOutput = ResponseData<InternalRoutes<"health">>;
/** Own error codes of `health`. */
export type InternalHealthCode = InternalRoutes<"health">["codes"];

/** Input of `balance`: `GET /balance/:address`. */
export interface BalanceInput extends CallInput<InternalRoutes<"balance">> {}
/** Data that `balance` resolves to. */
export type BalanceOutput = ResponseData<InternalRoutes<"balance">>;
/** Own error codes of `balance`. */
export type BalanceCode = InternalRoutes<"balance">["codes"];

/** Input of `transfer`: `POST /transfer`. */
export interface TransferInput extends CallInput<InternalRoutes<"transfer">> {}
/** Data that `transfer` resolves to. */
export type TransferOutput = ResponseData<InternalRoutes<"transfer">>;
/** Own error codes of `transfer`. */
export type TransferCode = InternalRoutes<"transfer">["codes"];

/** Input of `listTokens`: `GET /tokens`. */
export interface ListTokensInput extends CallInput<InternalRoutes<"listTokens">> {}
/** Data that `listTokens` resolves to. */
export type ListTokensOutput = ResponseData<InternalRoutes<"listTokens">>;
/** Own error codes of `listTokens`. */
export type ListTokensCode = InternalRoutes<"listTokens">["codes"];

/** Input of `addToken`: `POST /tokens`. */
export interface AddTokenInput extends CallInput<InternalRoutes<"addToken">> {}
/** Data that `addToken` resolves to. */
export type AddTokenOutput = ResponseData<InternalRoutes<"addToken">>;
/** Own error codes of `addToken`. */
export type AddTokenCode = InternalRoutes<"addToken">["codes"];

/** Input of `listTransactions`: `GET /transactions`. */
export interface ListTransactionsInput extends CallInput<InternalRoutes<"listTransactions">> {}
/** Data that `listTransactions` resolves to. */
export type ListTransactionsOutput = ResponseData<InternalRoutes<"listTransactions">>;
/** Own error codes of `listTransactions`. */
export type ListTransactionsCode = InternalRoutes<"listTransactions">["codes"];

/** Input of `changeTransaction`: `POST /transactions/:id`. */
export interface ChangeTransactionInput extends CallInput<InternalRoutes<"changeTransaction">> {}
/** Data that `changeTransaction` resolves to. */
export type ChangeTransactionOutput = ResponseData<InternalRoutes<"changeTransaction">>;
/** Own error codes of `changeTransaction`. */
export type ChangeTransactionCode = InternalRoutes<"changeTransaction">["codes"];

/** Input of `listShares`: `GET /shares`. */
export interface ListSharesInput extends CallInput<InternalRoutes<"listShares">> {}
/** Data that `listShares` resolves to. */
export type ListSharesOutput = ResponseData<InternalRoutes<"listShares">>;
/** Own error codes of `listShares`. */
export type ListSharesCode = InternalRoutes<"listShares">["codes"];

/** Input of `listReceived`: `GET /received`. */
export interface ListReceivedInput extends CallInput<InternalRoutes<"listReceived">> {}
/** Data that `listReceived` resolves to. */
export type ListReceivedOutput = ResponseData<InternalRoutes<"listReceived">>;
/** Own error codes of `listReceived`. */
export type ListReceivedCode = InternalRoutes<"listReceived">["codes"];

/** Input of `deleteReceived`: `DELETE /received/:id`. */
export interface DeleteReceivedInput extends CallInput<InternalRoutes<"deleteReceived">> {}
/** Data that `deleteReceived` resolves to. */
export type DeleteReceivedOutput = ResponseData<InternalRoutes<"deleteReceived">>;
/** Own error codes of `deleteReceived`. */
export type DeleteReceivedCode = InternalRoutes<"deleteReceived">["codes"];

/** Input of `self`: `GET /network/self`. */
export interface SelfInput extends CallInput<InternalRoutes<"self">> {}
/** Data that `self` resolves to. */
export type SelfOutput = ResponseData<InternalRoutes<"self">>;
/** Own error codes of `self`. */
export type SelfCode = InternalRoutes<"self">["codes"];

/** Input of `createApiKey`: `POST /api-keys`. */
export interface CreateApiKeyInput extends CallInput<InternalRoutes<"createApiKey">> {}
/** Data that `createApiKey` resolves to. */
export type CreateApiKeyOutput = ResponseData<InternalRoutes<"createApiKey">>;
/** Own error codes of `createApiKey`. */
export type CreateApiKeyCode = InternalRoutes<"createApiKey">["codes"];

/** Input of `listApiKeys`: `GET /api-keys`. */
export interface ListApiKeysInput extends CallInput<InternalRoutes<"listApiKeys">> {}
/** Data that `listApiKeys` resolves to. */
export type ListApiKeysOutput = ResponseData<InternalRoutes<"listApiKeys">>;
/** Own error codes of `listApiKeys`. */
export type ListApiKeysCode = InternalRoutes<"listApiKeys">["codes"];

/** Input of `revokeApiKey`: `DELETE /api-keys/:id`. */
export interface RevokeApiKeyInput extends CallInput<InternalRoutes<"revokeApiKey">> {}
/** Data that `revokeApiKey` resolves to. */
export type RevokeApiKeyOutput = ResponseData<InternalRoutes<"revokeApiKey">>;
/** Own error codes of `revokeApiKey`. */
export type RevokeApiKeyCode = InternalRoutes<"revokeApiKey">["codes"];

/** Input of `listAudit`: `GET /audit`. */
export interface ListAuditInput extends CallInput<InternalRoutes<"listAudit">> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<InternalRoutes<"listAudit">>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = InternalRoutes<"listAudit">["codes"];

/** Input of `health`: `GET /health`. */
export interface ExternalHealthInput extends CallInput<ExternalRoutes<"health">> {}
/** Data that `health` resolves to. */
export type ExternalHealthOutput = ResponseData<ExternalRoutes<"health">>;
/** Own error codes of `health`. */
export type ExternalHealthCode = ExternalRoutes<"health">["codes"];

/** Input of `shareData`: `POST /share_data`. */
export interface ShareDataInput extends CallInput<ExternalRoutes<"shareData">> {}
/** Data that `shareData` resolves to. */
export type ShareDataOutput = ResponseData<ExternalRoutes<"shareData">>;
/** Own error codes of `shareData`. */
export type ShareDataCode = ExternalRoutes<"shareData">["codes"];

/** Input of `getData`: `GET /data/:data_hash`. */
export interface GetDataInput extends CallInput<ExternalRoutes<"getData">> {}
/** Data that `getData` resolves to. */
export type GetDataOutput = ResponseData<ExternalRoutes<"getData">>;
/** Own error codes of `getData`. */
export type GetDataCode = ExternalRoutes<"getData">["codes"];

/** Input of `verifyData`: `GET /verify_data/:data_hash`. */
export interface VerifyDataInput extends CallInput<ExternalRoutes<"verifyData">> {}
/** Data that `verifyData` resolves to. */
export type VerifyDataOutput = ResponseData<ExternalRoutes<"verifyData">>;
/** Own error codes of `verifyData`. */
export type VerifyDataCode = ExternalRoutes<"verifyData">["codes"];

/** Input of `complianceHistory`: `GET /compliance_history`. */
export interface ComplianceHistoryInput extends CallInput<ExternalRoutes<"complianceHistory">> {}
/** Data that `complianceHistory` resolves to. */
export type ComplianceHistoryOutput = ResponseData<ExternalRoutes<"complianceHistory">>;
/** Own error codes of `complianceHistory`. */
export type ComplianceHistoryCode = ExternalRoutes<"complianceHistory">["codes"];

/** Input of `exportCompliance`: `GET /compliance_history/export`. */
export interface ExportComplianceInput extends CallInput<ExternalRoutes<"exportCompliance">> {}
/** Data that `exportCompliance` resolves to. */
export type ExportComplianceOutput = ResponseData<ExternalRoutes<"exportCompliance">>;
/** Own error codes of `exportCompliance`. */
export type ExportComplianceCode = ExternalRoutes<"exportCompliance">["codes"];

/** Input of `networkStats`: `GET /network/stats`. */
export interface NetworkStatsInput extends CallInput<ExternalRoutes<"networkStats">> {}
/** Data that `networkStats` resolves to. */
export type NetworkStatsOutput = ResponseData<ExternalRoutes<"networkStats">>;
/** Own error codes of `networkStats`. */
export type NetworkStatsCode = ExternalRoutes<"networkStats">["codes"];

/** Input of `listPeers`: `GET /network/peers`. */
export interface ListPeersInput extends CallInput<ExternalRoutes<"listPeers">> {}
/** Data that `listPeers` resolves to. */
export type ListPeersOutput = ResponseData<ExternalRoutes<"listPeers">>;
/** Own error codes of `listPeers`. */
export type ListPeersCode = ExternalRoutes<"listPeers">["codes"];

/** Input of `health`: `GET /health`. */
export interface DashboardHealthInput extends CallInput<DashboardRoutes<"health">> {}
/** Data that `health` resolves to. */
export type DashboardHealthOutput = ResponseData<DashboardRoutes<"health">>;
/** Own error codes of `health`. */
export type DashboardHealthCode = DashboardRoutes<"health">["codes"];

/** Input of `info`: `GET /dashboard/info`. */
export interface InfoInput extends CallInput<DashboardRoutes<"info">> {}
/** Data that `info` resolves to. */
export type InfoOutput = ResponseData<DashboardRoutes<"info">>;
/** Own error codes of `info`. */
export type InfoCode = DashboardRoutes<"info">["codes"];
