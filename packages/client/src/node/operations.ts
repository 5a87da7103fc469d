/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { dashboardRoutes, externalRoutes, internalRoutes } from "@bourse/contract/node";

/** Input of `health` (`GET /health`): Report the health of the node with its components. */
export interface InternalHealthInput extends CallInput<
  TypesOf<(typeof internalRoutes)["health"]>
> {}
/** Data that `health` resolves to. */
export type InternalHealthOutput = ResponseData<TypesOf<(typeof internalRoutes)["health"]>>;
/** Error codes that `health` has of its own. */
export type InternalHealthCode = TypesOf<(typeof internalRoutes)["health"]>["codes"];

/** Input of `balance` (`GET /balance/:address`): Read the balance of an address in the token's smallest unit. */
export interface BalanceInput extends CallInput<TypesOf<(typeof internalRoutes)["balance"]>> {}
/** Data that `balance` resolves to. */
export type BalanceOutput = ResponseData<TypesOf<(typeof internalRoutes)["balance"]>>;
/** Error codes that `balance` has of its own. */
export type BalanceCode = TypesOf<(typeof internalRoutes)["balance"]>["codes"];

/** Input of `transfer` (`POST /transfer`): Pay from a wallet of this node. */
export interface TransferInput extends CallInput<TypesOf<(typeof internalRoutes)["transfer"]>> {}
/** Data that `transfer` resolves to. */
export type TransferOutput = ResponseData<TypesOf<(typeof internalRoutes)["transfer"]>>;
/** Error codes that `transfer` has of its own. */
export type TransferCode = TypesOf<(typeof internalRoutes)["transfer"]>["codes"];

/** Input of `listTokens` (`GET /tokens`): List the tokens that the node handles. */
export interface ListTokensInput extends CallInput<
  TypesOf<(typeof internalRoutes)["listTokens"]>
> {}
/** Data that `listTokens` resolves to. */
export type ListTokensOutput = ResponseData<TypesOf<(typeof internalRoutes)["listTokens"]>>;
/** Error codes that `listTokens` has of its own. */
export type ListTokensCode = TypesOf<(typeof internalRoutes)["listTokens"]>["codes"];

/** Input of `addToken` (`POST /tokens`): Add an ERC-20 token. */
export interface AddTokenInput extends CallInput<TypesOf<(typeof internalRoutes)["addToken"]>> {}
/** Data that `addToken` resolves to. */
export type AddTokenOutput = ResponseData<TypesOf<(typeof internalRoutes)["addToken"]>>;
/** Error codes that `addToken` has of its own. */
export type AddTokenCode = TypesOf<(typeof internalRoutes)["addToken"]>["codes"];

/** Input of `listTransactions` (`GET /transactions`): List the transactions of the node's wallet, newest first. */
export interface ListTransactionsInput extends CallInput<
  TypesOf<(typeof internalRoutes)["listTransactions"]>
> {}
/** Data that `listTransactions` resolves to. */
export type ListTransactionsOutput = ResponseData<
  TypesOf<(typeof internalRoutes)["listTransactions"]>
>;
/** Error codes that `listTransactions` has of its own. */
export type ListTransactionsCode = TypesOf<(typeof internalRoutes)["listTransactions"]>["codes"];

/**
 * Input of `changeTransaction` (`POST /transactions/:id`): Send, accept, replace or cancel a transaction that is
 * not final.
 */
export interface ChangeTransactionInput extends CallInput<
  TypesOf<(typeof internalRoutes)["changeTransaction"]>
> {}
/** Data that `changeTransaction` resolves to. */
export type ChangeTransactionOutput = ResponseData<
  TypesOf<(typeof internalRoutes)["changeTransaction"]>
>;
/** Error codes that `changeTransaction` has of its own. */
export type ChangeTransactionCode = TypesOf<(typeof internalRoutes)["changeTransaction"]>["codes"];

/** Input of `listShares` (`GET /shares`): List the shares of this node, newest first. */
export interface ListSharesInput extends CallInput<
  TypesOf<(typeof internalRoutes)["listShares"]>
> {}
/** Data that `listShares` resolves to. */
export type ListSharesOutput = ResponseData<TypesOf<(typeof internalRoutes)["listShares"]>>;
/** Error codes that `listShares` has of its own. */
export type ListSharesCode = TypesOf<(typeof internalRoutes)["listShares"]>["codes"];

/**
 * Input of `listReceived` (`GET /received`): List the shares that other nodes have sent to this one, newest
 * first.
 */
export interface ListReceivedInput extends CallInput<
  TypesOf<(typeof internalRoutes)["listReceived"]>
> {}
/** Data that `listReceived` resolves to. */
export type ListReceivedOutput = ResponseData<TypesOf<(typeof internalRoutes)["listReceived"]>>;
/** Error codes that `listReceived` has of its own. */
export type ListReceivedCode = TypesOf<(typeof internalRoutes)["listReceived"]>["codes"];

/** Input of `deleteReceived` (`DELETE /received/:id`): Delete a received share and its data from this node. */
export interface DeleteReceivedInput extends CallInput<
  TypesOf<(typeof internalRoutes)["deleteReceived"]>
> {}
/** Data that `deleteReceived` resolves to. */
export type DeleteReceivedOutput = ResponseData<TypesOf<(typeof internalRoutes)["deleteReceived"]>>;
/** Error codes that `deleteReceived` has of its own. */
export type DeleteReceivedCode = TypesOf<(typeof internalRoutes)["deleteReceived"]>["codes"];

/** Input of `self` (`GET /network/self`): Describe this node as its peers see it. */
export interface SelfInput extends CallInput<TypesOf<(typeof internalRoutes)["self"]>> {}
/** Data that `self` resolves to. */
export type SelfOutput = ResponseData<TypesOf<(typeof internalRoutes)["self"]>>;
/** Error codes that `self` has of its own. */
export type SelfCode = TypesOf<(typeof internalRoutes)["self"]>["codes"];

/** Input of `createApiKey` (`POST /api-keys`): Create an API key; only this answer shows the key. */
export interface CreateApiKeyInput extends CallInput<
  TypesOf<(typeof internalRoutes)["createApiKey"]>
> {}
/** Data that `createApiKey` resolves to. */
export type CreateApiKeyOutput = ResponseData<TypesOf<(typeof internalRoutes)["createApiKey"]>>;
/** Error codes that `createApiKey` has of its own. */
export type CreateApiKeyCode = TypesOf<(typeof internalRoutes)["createApiKey"]>["codes"];

/** Input of `listApiKeys` (`GET /api-keys`): List the API keys, newest first, without their secrets. */
export interface ListApiKeysInput extends CallInput<
  TypesOf<(typeof internalRoutes)["listApiKeys"]>
> {}
/** Data that `listApiKeys` resolves to. */
export type ListApiKeysOutput = ResponseData<TypesOf<(typeof internalRoutes)["listApiKeys"]>>;
/** Error codes that `listApiKeys` has of its own. */
export type ListApiKeysCode = TypesOf<(typeof internalRoutes)["listApiKeys"]>["codes"];

/** Input of `revokeApiKey` (`DELETE /api-keys/:id`): Revoke an API key. */
export interface RevokeApiKeyInput extends CallInput<
  TypesOf<(typeof internalRoutes)["revokeApiKey"]>
> {}
/** Data that `revokeApiKey` resolves to. */
export type RevokeApiKeyOutput = ResponseData<TypesOf<(typeof internalRoutes)["revokeApiKey"]>>;
/** Error codes that `revokeApiKey` has of its own. */
export type RevokeApiKeyCode = TypesOf<(typeof internalRoutes)["revokeApiKey"]>["codes"];

/** Input of `listAudit` (`GET /audit`): List the audit trail, newest first. */
export interface ListAuditInput extends CallInput<TypesOf<(typeof internalRoutes)["listAudit"]>> {}
/** Data that `listAudit` resolves to. */
export type ListAuditOutput = ResponseData<TypesOf<(typeof internalRoutes)["listAudit"]>>;
/** Error codes that `listAudit` has of its own. */
export type ListAuditCode = TypesOf<(typeof internalRoutes)["listAudit"]>["codes"];

/** Input of `health` (`GET /health`): Report the health of the node with its components. */
export interface ExternalHealthInput extends CallInput<
  TypesOf<(typeof externalRoutes)["health"]>
> {}
/** Data that `health` resolves to. */
export type ExternalHealthOutput = ResponseData<TypesOf<(typeof externalRoutes)["health"]>>;
/** Error codes that `health` has of its own. */
export type ExternalHealthCode = TypesOf<(typeof externalRoutes)["health"]>["codes"];

/**
 * Input of `shareData` (`POST /share_data`): Share data with a recipient: sealed, proved on the chain, and paid
 * when asked.
 */
export interface ShareDataInput extends CallInput<TypesOf<(typeof externalRoutes)["shareData"]>> {}
/** Data that `shareData` resolves to. */
export type ShareDataOutput = ResponseData<TypesOf<(typeof externalRoutes)["shareData"]>>;
/** Error codes that `shareData` has of its own. */
export type ShareDataCode = TypesOf<(typeof externalRoutes)["shareData"]>["codes"];

/** Input of `getData` (`GET /data/:data_hash`): Read data that this node shared or received. */
export interface GetDataInput extends CallInput<TypesOf<(typeof externalRoutes)["getData"]>> {}
/** Data that `getData` resolves to. */
export type GetDataOutput = ResponseData<TypesOf<(typeof externalRoutes)["getData"]>>;
/** Error codes that `getData` has of its own. */
export type GetDataCode = TypesOf<(typeof externalRoutes)["getData"]>["codes"];

/**
 * Input of `verifyData` (`GET /verify_data/:data_hash`): Check that a trusted wallet has recorded the data on
 * the chain.
 */
export interface VerifyDataInput extends CallInput<
  TypesOf<(typeof externalRoutes)["verifyData"]>
> {}
/** Data that `verifyData` resolves to. */
export type VerifyDataOutput = ResponseData<TypesOf<(typeof externalRoutes)["verifyData"]>>;
/** Error codes that `verifyData` has of its own. */
export type VerifyDataCode = TypesOf<(typeof externalRoutes)["verifyData"]>["codes"];

/** Input of `complianceHistory` (`GET /compliance_history`): List compliance events, newest first. */
export interface ComplianceHistoryInput extends CallInput<
  TypesOf<(typeof externalRoutes)["complianceHistory"]>
> {}
/** Data that `complianceHistory` resolves to. */
export type ComplianceHistoryOutput = ResponseData<
  TypesOf<(typeof externalRoutes)["complianceHistory"]>
>;
/** Error codes that `complianceHistory` has of its own. */
export type ComplianceHistoryCode = TypesOf<(typeof externalRoutes)["complianceHistory"]>["codes"];

/**
 * Input of `exportCompliance` (`GET /compliance_history/export`): Download the whole compliance history as a
 * file, oldest first.
 */
export interface ExportComplianceInput extends CallInput<
  TypesOf<(typeof externalRoutes)["exportCompliance"]>
> {}
/** Data that `exportCompliance` resolves to. */
export type ExportComplianceOutput = ResponseData<
  TypesOf<(typeof externalRoutes)["exportCompliance"]>
>;
/** Error codes that `exportCompliance` has of its own. */
export type ExportComplianceCode = TypesOf<(typeof externalRoutes)["exportCompliance"]>["codes"];

/** Input of `networkStats` (`GET /network/stats`): Count the peers and the traffic. */
export interface NetworkStatsInput extends CallInput<
  TypesOf<(typeof externalRoutes)["networkStats"]>
> {}
/** Data that `networkStats` resolves to. */
export type NetworkStatsOutput = ResponseData<TypesOf<(typeof externalRoutes)["networkStats"]>>;
/** Error codes that `networkStats` has of its own. */
export type NetworkStatsCode = TypesOf<(typeof externalRoutes)["networkStats"]>["codes"];

/** Input of `listPeers` (`GET /network/peers`): List the known peers. */
export interface ListPeersInput extends CallInput<TypesOf<(typeof externalRoutes)["listPeers"]>> {}
/** Data that `listPeers` resolves to. */
export type ListPeersOutput = ResponseData<TypesOf<(typeof externalRoutes)["listPeers"]>>;
/** Error codes that `listPeers` has of its own. */
export type ListPeersCode = TypesOf<(typeof externalRoutes)["listPeers"]>["codes"];

/** Input of `health` (`GET /health`): Report the health of the node with its components. */
export interface DashboardHealthInput extends CallInput<
  TypesOf<(typeof dashboardRoutes)["health"]>
> {}
/** Data that `health` resolves to. */
export type DashboardHealthOutput = ResponseData<TypesOf<(typeof dashboardRoutes)["health"]>>;
/** Error codes that `health` has of its own. */
export type DashboardHealthCode = TypesOf<(typeof dashboardRoutes)["health"]>["codes"];

/**
 * Input of `info` (`GET /dashboard/info`): Report the node id, the socket clients, the kept events and the
 * ports.
 */
export interface InfoInput extends CallInput<TypesOf<(typeof dashboardRoutes)["info"]>> {}
/** Data that `info` resolves to. */
export type InfoOutput = ResponseData<TypesOf<(typeof dashboardRoutes)["info"]>>;
/** Error codes that `info` has of its own. */
export type InfoCode = TypesOf<(typeof dashboardRoutes)["info"]>["codes"];
