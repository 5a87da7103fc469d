/** Written by scripts/write-operations.ts out of the routes: change those instead. */

import type { CallInput, ResponseData, TypesOf } from "@bourse/contract/client";
import type { dashboardRoutes, externalRoutes, internalRoutes } from "@bourse/contract/node";

import type { SafeResult } from "../client.ts";

type DashboardRoutes<Key extends keyof typeof dashboardRoutes> = TypesOf<
  (typeof dashboardRoutes)[Key]
>;
type ExternalRoutes<Key extends keyof typeof externalRoutes> = TypesOf<
  (typeof externalRoutes)[Key]
>;
type InternalRoutes<Key extends keyof typeof internalRoutes> = TypesOf<
  (typeof internalRoutes)[Key]
>;

/** Types of `health`. */
export interface InternalHealthTypes extends InternalRoutes<"health"> {}
/** Input of `health`. */
export interface InternalHealthInput extends CallInput<InternalHealthTypes> {}
/** Output of `health`. */
export type InternalHealthOutput = ResponseData<InternalHealthTypes>;
/** Result of `health.safe`. */
export type InternalHealthSafeResult = SafeResult<InternalHealthTypes>;
/** Own error codes of `health`. */
export type InternalHealthCode = InternalHealthTypes["codes"];

/** Types of `balance`. */
export interface BalanceTypes extends InternalRoutes<"balance"> {}
/** Input of `balance`. */
export interface BalanceInput extends CallInput<BalanceTypes> {}
/** Output of `balance`. */
export type BalanceOutput = ResponseData<BalanceTypes>;
/** Result of `balance.safe`. */
export type BalanceSafeResult = SafeResult<BalanceTypes>;
/** Own error codes of `balance`. */
export type BalanceCode = BalanceTypes["codes"];

/** Types of `transfer`. */
export interface TransferTypes extends InternalRoutes<"transfer"> {}
/** Input of `transfer`. */
export interface TransferInput extends CallInput<TransferTypes> {}
/** Output of `transfer`. */
export type TransferOutput = ResponseData<TransferTypes>;
/** Result of `transfer.safe`. */
export type TransferSafeResult = SafeResult<TransferTypes>;
/** Own error codes of `transfer`. */
export type TransferCode = TransferTypes["codes"];

/** Types of `listTokens`. */
export interface ListTokensTypes extends InternalRoutes<"listTokens"> {}
/** Input of `listTokens`. */
export interface ListTokensInput extends CallInput<ListTokensTypes> {}
/** Output of `listTokens`. */
export type ListTokensOutput = ResponseData<ListTokensTypes>;
/** Result of `listTokens.safe`. */
export type ListTokensSafeResult = SafeResult<ListTokensTypes>;
/** Own error codes of `listTokens`. */
export type ListTokensCode = ListTokensTypes["codes"];

/** Types of `addToken`. */
export interface AddTokenTypes extends InternalRoutes<"addToken"> {}
/** Input of `addToken`. */
export interface AddTokenInput extends CallInput<AddTokenTypes> {}
/** Output of `addToken`. */
export type AddTokenOutput = ResponseData<AddTokenTypes>;
/** Result of `addToken.safe`. */
export type AddTokenSafeResult = SafeResult<AddTokenTypes>;
/** Own error codes of `addToken`. */
export type AddTokenCode = AddTokenTypes["codes"];

/** Types of `listTransactions`. */
export interface ListTransactionsTypes extends InternalRoutes<"listTransactions"> {}
/** Input of `listTransactions`. */
export interface ListTransactionsInput extends CallInput<ListTransactionsTypes> {}
/** Output of `listTransactions`. */
export type ListTransactionsOutput = ResponseData<ListTransactionsTypes>;
/** Result of `listTransactions.safe`. */
export type ListTransactionsSafeResult = SafeResult<ListTransactionsTypes>;
/** Own error codes of `listTransactions`. */
export type ListTransactionsCode = ListTransactionsTypes["codes"];

/** Types of `changeTransaction`. */
export interface ChangeTransactionTypes extends InternalRoutes<"changeTransaction"> {}
/** Input of `changeTransaction`. */
export interface ChangeTransactionInput extends CallInput<ChangeTransactionTypes> {}
/** Output of `changeTransaction`. */
export type ChangeTransactionOutput = ResponseData<ChangeTransactionTypes>;
/** Result of `changeTransaction.safe`. */
export type ChangeTransactionSafeResult = SafeResult<ChangeTransactionTypes>;
/** Own error codes of `changeTransaction`. */
export type ChangeTransactionCode = ChangeTransactionTypes["codes"];

/** Types of `listShares`. */
export interface ListSharesTypes extends InternalRoutes<"listShares"> {}
/** Input of `listShares`. */
export interface ListSharesInput extends CallInput<ListSharesTypes> {}
/** Output of `listShares`. */
export type ListSharesOutput = ResponseData<ListSharesTypes>;
/** Result of `listShares.safe`. */
export type ListSharesSafeResult = SafeResult<ListSharesTypes>;
/** Own error codes of `listShares`. */
export type ListSharesCode = ListSharesTypes["codes"];

/** Types of `listReceived`. */
export interface ListReceivedTypes extends InternalRoutes<"listReceived"> {}
/** Input of `listReceived`. */
export interface ListReceivedInput extends CallInput<ListReceivedTypes> {}
/** Output of `listReceived`. */
export type ListReceivedOutput = ResponseData<ListReceivedTypes>;
/** Result of `listReceived.safe`. */
export type ListReceivedSafeResult = SafeResult<ListReceivedTypes>;
/** Own error codes of `listReceived`. */
export type ListReceivedCode = ListReceivedTypes["codes"];

/** Types of `deleteReceived`. */
export interface DeleteReceivedTypes extends InternalRoutes<"deleteReceived"> {}
/** Input of `deleteReceived`. */
export interface DeleteReceivedInput extends CallInput<DeleteReceivedTypes> {}
/** Output of `deleteReceived`. */
export type DeleteReceivedOutput = ResponseData<DeleteReceivedTypes>;
/** Result of `deleteReceived.safe`. */
export type DeleteReceivedSafeResult = SafeResult<DeleteReceivedTypes>;
/** Own error codes of `deleteReceived`. */
export type DeleteReceivedCode = DeleteReceivedTypes["codes"];

/** Types of `self`. */
export interface SelfTypes extends InternalRoutes<"self"> {}
/** Input of `self`. */
export interface SelfInput extends CallInput<SelfTypes> {}
/** Output of `self`. */
export type SelfOutput = ResponseData<SelfTypes>;
/** Result of `self.safe`. */
export type SelfSafeResult = SafeResult<SelfTypes>;
/** Own error codes of `self`. */
export type SelfCode = SelfTypes["codes"];

/** Types of `createApiKey`. */
export interface CreateApiKeyTypes extends InternalRoutes<"createApiKey"> {}
/** Input of `createApiKey`. */
export interface CreateApiKeyInput extends CallInput<CreateApiKeyTypes> {}
/** Output of `createApiKey`. */
export type CreateApiKeyOutput = ResponseData<CreateApiKeyTypes>;
/** Result of `createApiKey.safe`. */
export type CreateApiKeySafeResult = SafeResult<CreateApiKeyTypes>;
/** Own error codes of `createApiKey`. */
export type CreateApiKeyCode = CreateApiKeyTypes["codes"];

/** Types of `listApiKeys`. */
export interface ListApiKeysTypes extends InternalRoutes<"listApiKeys"> {}
/** Input of `listApiKeys`. */
export interface ListApiKeysInput extends CallInput<ListApiKeysTypes> {}
/** Output of `listApiKeys`. */
export type ListApiKeysOutput = ResponseData<ListApiKeysTypes>;
/** Result of `listApiKeys.safe`. */
export type ListApiKeysSafeResult = SafeResult<ListApiKeysTypes>;
/** Own error codes of `listApiKeys`. */
export type ListApiKeysCode = ListApiKeysTypes["codes"];

/** Types of `revokeApiKey`. */
export interface RevokeApiKeyTypes extends InternalRoutes<"revokeApiKey"> {}
/** Input of `revokeApiKey`. */
export interface RevokeApiKeyInput extends CallInput<RevokeApiKeyTypes> {}
/** Output of `revokeApiKey`. */
export type RevokeApiKeyOutput = ResponseData<RevokeApiKeyTypes>;
/** Result of `revokeApiKey.safe`. */
export type RevokeApiKeySafeResult = SafeResult<RevokeApiKeyTypes>;
/** Own error codes of `revokeApiKey`. */
export type RevokeApiKeyCode = RevokeApiKeyTypes["codes"];

/** Types of `listAudit`. */
export interface ListAuditTypes extends InternalRoutes<"listAudit"> {}
/** Input of `listAudit`. */
export interface ListAuditInput extends CallInput<ListAuditTypes> {}
/** Output of `listAudit`. */
export type ListAuditOutput = ResponseData<ListAuditTypes>;
/** Result of `listAudit.safe`. */
export type ListAuditSafeResult = SafeResult<ListAuditTypes>;
/** Own error codes of `listAudit`. */
export type ListAuditCode = ListAuditTypes["codes"];

/** Types of `createWebhook`. */
export interface CreateWebhookTypes extends InternalRoutes<"createWebhook"> {}
/** Input of `createWebhook`. */
export interface CreateWebhookInput extends CallInput<CreateWebhookTypes> {}
/** Output of `createWebhook`. */
export type CreateWebhookOutput = ResponseData<CreateWebhookTypes>;
/** Result of `createWebhook.safe`. */
export type CreateWebhookSafeResult = SafeResult<CreateWebhookTypes>;
/** Own error codes of `createWebhook`. */
export type CreateWebhookCode = CreateWebhookTypes["codes"];

/** Types of `listWebhooks`. */
export interface ListWebhooksTypes extends InternalRoutes<"listWebhooks"> {}
/** Input of `listWebhooks`. */
export interface ListWebhooksInput extends CallInput<ListWebhooksTypes> {}
/** Output of `listWebhooks`. */
export type ListWebhooksOutput = ResponseData<ListWebhooksTypes>;
/** Result of `listWebhooks.safe`. */
export type ListWebhooksSafeResult = SafeResult<ListWebhooksTypes>;
/** Own error codes of `listWebhooks`. */
export type ListWebhooksCode = ListWebhooksTypes["codes"];

/** Types of `updateWebhook`. */
export interface UpdateWebhookTypes extends InternalRoutes<"updateWebhook"> {}
/** Input of `updateWebhook`. */
export interface UpdateWebhookInput extends CallInput<UpdateWebhookTypes> {}
/** Output of `updateWebhook`. */
export type UpdateWebhookOutput = ResponseData<UpdateWebhookTypes>;
/** Result of `updateWebhook.safe`. */
export type UpdateWebhookSafeResult = SafeResult<UpdateWebhookTypes>;
/** Own error codes of `updateWebhook`. */
export type UpdateWebhookCode = UpdateWebhookTypes["codes"];

/** Types of `deleteWebhook`. */
export interface DeleteWebhookTypes extends InternalRoutes<"deleteWebhook"> {}
/** Input of `deleteWebhook`. */
export interface DeleteWebhookInput extends CallInput<DeleteWebhookTypes> {}
/** Output of `deleteWebhook`. */
export type DeleteWebhookOutput = ResponseData<DeleteWebhookTypes>;
/** Result of `deleteWebhook.safe`. */
export type DeleteWebhookSafeResult = SafeResult<DeleteWebhookTypes>;
/** Own error codes of `deleteWebhook`. */
export type DeleteWebhookCode = DeleteWebhookTypes["codes"];

/** Types of `rotateWebhook`. */
export interface RotateWebhookTypes extends InternalRoutes<"rotateWebhook"> {}
/** Input of `rotateWebhook`. */
export interface RotateWebhookInput extends CallInput<RotateWebhookTypes> {}
/** Output of `rotateWebhook`. */
export type RotateWebhookOutput = ResponseData<RotateWebhookTypes>;
/** Result of `rotateWebhook.safe`. */
export type RotateWebhookSafeResult = SafeResult<RotateWebhookTypes>;
/** Own error codes of `rotateWebhook`. */
export type RotateWebhookCode = RotateWebhookTypes["codes"];

/** Types of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesTypes extends InternalRoutes<"listWebhookDeliveries"> {}
/** Input of `listWebhookDeliveries`. */
export interface ListWebhookDeliveriesInput extends CallInput<ListWebhookDeliveriesTypes> {}
/** Output of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesOutput = ResponseData<ListWebhookDeliveriesTypes>;
/** Result of `listWebhookDeliveries.safe`. */
export type ListWebhookDeliveriesSafeResult = SafeResult<ListWebhookDeliveriesTypes>;
/** Own error codes of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesCode = ListWebhookDeliveriesTypes["codes"];

/** Types of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryTypes extends InternalRoutes<"replayWebhookDelivery"> {}
/** Input of `replayWebhookDelivery`. */
export interface ReplayWebhookDeliveryInput extends CallInput<ReplayWebhookDeliveryTypes> {}
/** Output of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryOutput = ResponseData<ReplayWebhookDeliveryTypes>;
/** Result of `replayWebhookDelivery.safe`. */
export type ReplayWebhookDeliverySafeResult = SafeResult<ReplayWebhookDeliveryTypes>;
/** Own error codes of `replayWebhookDelivery`. */
export type ReplayWebhookDeliveryCode = ReplayWebhookDeliveryTypes["codes"];

/** Types of `health`. */
export interface ExternalHealthTypes extends ExternalRoutes<"health"> {}
/** Input of `health`. */
export interface ExternalHealthInput extends CallInput<ExternalHealthTypes> {}
/** Output of `health`. */
export type ExternalHealthOutput = ResponseData<ExternalHealthTypes>;
/** Result of `health.safe`. */
export type ExternalHealthSafeResult = SafeResult<ExternalHealthTypes>;
/** Own error codes of `health`. */
export type ExternalHealthCode = ExternalHealthTypes["codes"];

/** Types of `shareData`. */
export interface ShareDataTypes extends ExternalRoutes<"shareData"> {}
/** Input of `shareData`. */
export interface ShareDataInput extends CallInput<ShareDataTypes> {}
/** Output of `shareData`. */
export type ShareDataOutput = ResponseData<ShareDataTypes>;
/** Result of `shareData.safe`. */
export type ShareDataSafeResult = SafeResult<ShareDataTypes>;
/** Own error codes of `shareData`. */
export type ShareDataCode = ShareDataTypes["codes"];

/** Types of `getData`. */
export interface GetDataTypes extends ExternalRoutes<"getData"> {}
/** Input of `getData`. */
export interface GetDataInput extends CallInput<GetDataTypes> {}
/** Output of `getData`. */
export type GetDataOutput = ResponseData<GetDataTypes>;
/** Result of `getData.safe`. */
export type GetDataSafeResult = SafeResult<GetDataTypes>;
/** Own error codes of `getData`. */
export type GetDataCode = GetDataTypes["codes"];

/** Types of `verifyData`. */
export interface VerifyDataTypes extends ExternalRoutes<"verifyData"> {}
/** Input of `verifyData`. */
export interface VerifyDataInput extends CallInput<VerifyDataTypes> {}
/** Output of `verifyData`. */
export type VerifyDataOutput = ResponseData<VerifyDataTypes>;
/** Result of `verifyData.safe`. */
export type VerifyDataSafeResult = SafeResult<VerifyDataTypes>;
/** Own error codes of `verifyData`. */
export type VerifyDataCode = VerifyDataTypes["codes"];

/** Types of `complianceHistory`. */
export interface ComplianceHistoryTypes extends ExternalRoutes<"complianceHistory"> {}
/** Input of `complianceHistory`. */
export interface ComplianceHistoryInput extends CallInput<ComplianceHistoryTypes> {}
/** Output of `complianceHistory`. */
export type ComplianceHistoryOutput = ResponseData<ComplianceHistoryTypes>;
/** Result of `complianceHistory.safe`. */
export type ComplianceHistorySafeResult = SafeResult<ComplianceHistoryTypes>;
/** Own error codes of `complianceHistory`. */
export type ComplianceHistoryCode = ComplianceHistoryTypes["codes"];

/** Types of `exportCompliance`. */
export interface ExportComplianceTypes extends ExternalRoutes<"exportCompliance"> {}
/** Input of `exportCompliance`. */
export interface ExportComplianceInput extends CallInput<ExportComplianceTypes> {}
/** Output of `exportCompliance`. */
export type ExportComplianceOutput = ResponseData<ExportComplianceTypes>;
/** Result of `exportCompliance.safe`. */
export type ExportComplianceSafeResult = SafeResult<ExportComplianceTypes>;
/** Own error codes of `exportCompliance`. */
export type ExportComplianceCode = ExportComplianceTypes["codes"];

/** Types of `networkStats`. */
export interface NetworkStatsTypes extends ExternalRoutes<"networkStats"> {}
/** Input of `networkStats`. */
export interface NetworkStatsInput extends CallInput<NetworkStatsTypes> {}
/** Output of `networkStats`. */
export type NetworkStatsOutput = ResponseData<NetworkStatsTypes>;
/** Result of `networkStats.safe`. */
export type NetworkStatsSafeResult = SafeResult<NetworkStatsTypes>;
/** Own error codes of `networkStats`. */
export type NetworkStatsCode = NetworkStatsTypes["codes"];

/** Types of `listPeers`. */
export interface ListPeersTypes extends ExternalRoutes<"listPeers"> {}
/** Input of `listPeers`. */
export interface ListPeersInput extends CallInput<ListPeersTypes> {}
/** Output of `listPeers`. */
export type ListPeersOutput = ResponseData<ListPeersTypes>;
/** Result of `listPeers.safe`. */
export type ListPeersSafeResult = SafeResult<ListPeersTypes>;
/** Own error codes of `listPeers`. */
export type ListPeersCode = ListPeersTypes["codes"];

/** Types of `health`. */
export interface DashboardHealthTypes extends DashboardRoutes<"health"> {}
/** Input of `health`. */
export interface DashboardHealthInput extends CallInput<DashboardHealthTypes> {}
/** Output of `health`. */
export type DashboardHealthOutput = ResponseData<DashboardHealthTypes>;
/** Result of `health.safe`. */
export type DashboardHealthSafeResult = SafeResult<DashboardHealthTypes>;
/** Own error codes of `health`. */
export type DashboardHealthCode = DashboardHealthTypes["codes"];

/** Types of `info`. */
export interface InfoTypes extends DashboardRoutes<"info"> {}
/** Input of `info`. */
export interface InfoInput extends CallInput<InfoTypes> {}
/** Output of `info`. */
export type InfoOutput = ResponseData<InfoTypes>;
/** Result of `info.safe`. */
export type InfoSafeResult = SafeResult<InfoTypes>;
/** Own error codes of `info`. */
export type InfoCode = InfoTypes["codes"];

/** Types of `statsHistory`. */
export interface StatsHistoryTypes extends DashboardRoutes<"statsHistory"> {}
/** Input of `statsHistory`. */
export interface StatsHistoryInput extends CallInput<StatsHistoryTypes> {}
/** Output of `statsHistory`. */
export type StatsHistoryOutput = ResponseData<StatsHistoryTypes>;
/** Result of `statsHistory.safe`. */
export type StatsHistorySafeResult = SafeResult<StatsHistoryTypes>;
/** Own error codes of `statsHistory`. */
export type StatsHistoryCode = StatsHistoryTypes["codes"];

/** Types of `quoteFee`. */
export interface QuoteFeeTypes extends DashboardRoutes<"quoteFee"> {}
/** Input of `quoteFee`. */
export interface QuoteFeeInput extends CallInput<QuoteFeeTypes> {}
/** Output of `quoteFee`. */
export type QuoteFeeOutput = ResponseData<QuoteFeeTypes>;
/** Result of `quoteFee.safe`. */
export type QuoteFeeSafeResult = SafeResult<QuoteFeeTypes>;
/** Own error codes of `quoteFee`. */
export type QuoteFeeCode = QuoteFeeTypes["codes"];

/** Types of the calls of `internalRoutes`, by operation id. */
export interface InternalRouteTypes {
  /** `GET /health`. */
  health: InternalHealthTypes;
  /** `GET /balance/:address`. */
  balance: BalanceTypes;
  /** `POST /transfer`. */
  transfer: TransferTypes;
  /** `GET /tokens`. */
  listTokens: ListTokensTypes;
  /** `POST /tokens`. */
  addToken: AddTokenTypes;
  /** `GET /transactions`. */
  listTransactions: ListTransactionsTypes;
  /** `POST /transactions/:id`. */
  changeTransaction: ChangeTransactionTypes;
  /** `GET /shares`. */
  listShares: ListSharesTypes;
  /** `GET /received`. */
  listReceived: ListReceivedTypes;
  /** `DELETE /received/:id`. */
  deleteReceived: DeleteReceivedTypes;
  /** `GET /network/self`. */
  self: SelfTypes;
  /** `POST /api-keys`. */
  createApiKey: CreateApiKeyTypes;
  /** `GET /api-keys`. */
  listApiKeys: ListApiKeysTypes;
  /** `DELETE /api-keys/:id`. */
  revokeApiKey: RevokeApiKeyTypes;
  /** `GET /audit`. */
  listAudit: ListAuditTypes;
  /** `POST /webhooks`. */
  createWebhook: CreateWebhookTypes;
  /** `GET /webhooks`. */
  listWebhooks: ListWebhooksTypes;
  /** `PATCH /webhooks/:id`. */
  updateWebhook: UpdateWebhookTypes;
  /** `DELETE /webhooks/:id`. */
  deleteWebhook: DeleteWebhookTypes;
  /** `POST /webhooks/:id/rotate`. */
  rotateWebhook: RotateWebhookTypes;
  /** `GET /webhooks/:id/deliveries`. */
  listWebhookDeliveries: ListWebhookDeliveriesTypes;
  /** `POST /webhooks/:id/deliveries/:delivery_id/replay`. */
  replayWebhookDelivery: ReplayWebhookDeliveryTypes;
}

/** Types of the calls of `externalRoutes`, by operation id. */
export interface ExternalRouteTypes {
  /** `GET /health`. */
  health: ExternalHealthTypes;
  /** `POST /share_data`. */
  shareData: ShareDataTypes;
  /** `GET /data/:data_hash`. */
  getData: GetDataTypes;
  /** `GET /verify_data/:data_hash`. */
  verifyData: VerifyDataTypes;
  /** `GET /compliance_history`. */
  complianceHistory: ComplianceHistoryTypes;
  /** `GET /compliance_history/export`. */
  exportCompliance: ExportComplianceTypes;
  /** `GET /network/stats`. */
  networkStats: NetworkStatsTypes;
  /** `GET /network/peers`. */
  listPeers: ListPeersTypes;
}

/** Types of the calls of `dashboardRoutes`, by operation id. */
export interface DashboardRouteTypes {
  /** `GET /health`. */
  health: DashboardHealthTypes;
  /** `GET /balance/:address`. */
  balance: BalanceTypes;
  /** `POST /transfer`. */
  transfer: TransferTypes;
  /** `GET /tokens`. */
  listTokens: ListTokensTypes;
  /** `POST /tokens`. */
  addToken: AddTokenTypes;
  /** `GET /transactions`. */
  listTransactions: ListTransactionsTypes;
  /** `POST /transactions/:id`. */
  changeTransaction: ChangeTransactionTypes;
  /** `GET /shares`. */
  listShares: ListSharesTypes;
  /** `GET /received`. */
  listReceived: ListReceivedTypes;
  /** `DELETE /received/:id`. */
  deleteReceived: DeleteReceivedTypes;
  /** `GET /network/self`. */
  self: SelfTypes;
  /** `POST /api-keys`. */
  createApiKey: CreateApiKeyTypes;
  /** `GET /api-keys`. */
  listApiKeys: ListApiKeysTypes;
  /** `DELETE /api-keys/:id`. */
  revokeApiKey: RevokeApiKeyTypes;
  /** `GET /audit`. */
  listAudit: ListAuditTypes;
  /** `POST /webhooks`. */
  createWebhook: CreateWebhookTypes;
  /** `GET /webhooks`. */
  listWebhooks: ListWebhooksTypes;
  /** `PATCH /webhooks/:id`. */
  updateWebhook: UpdateWebhookTypes;
  /** `DELETE /webhooks/:id`. */
  deleteWebhook: DeleteWebhookTypes;
  /** `POST /webhooks/:id/rotate`. */
  rotateWebhook: RotateWebhookTypes;
  /** `GET /webhooks/:id/deliveries`. */
  listWebhookDeliveries: ListWebhookDeliveriesTypes;
  /** `POST /webhooks/:id/deliveries/:delivery_id/replay`. */
  replayWebhookDelivery: ReplayWebhookDeliveryTypes;
  /** `POST /share_data`. */
  shareData: ShareDataTypes;
  /** `GET /data/:data_hash`. */
  getData: GetDataTypes;
  /** `GET /verify_data/:data_hash`. */
  verifyData: VerifyDataTypes;
  /** `GET /compliance_history`. */
  complianceHistory: ComplianceHistoryTypes;
  /** `GET /compliance_history/export`. */
  exportCompliance: ExportComplianceTypes;
  /** `GET /network/stats`. */
  networkStats: NetworkStatsTypes;
  /** `GET /network/peers`. */
  listPeers: ListPeersTypes;
  /** `GET /dashboard/info`. */
  info: InfoTypes;
  /** `GET /stats/history`. */
  statsHistory: StatsHistoryTypes;
  /** `GET /fees/quote`. */
  quoteFee: QuoteFeeTypes;
}
