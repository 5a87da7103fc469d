export { AuditOutcome } from "../audit/entry.ts";
export { AuditEntry, AuditQuery } from "./audit.ts";
export {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
  nodeDashboardApi,
  nodeExternalApi,
  nodeInternalApi,
  withAnyKeyCase,
  type NodeDashboardApi,
  type NodeExternalApi,
  type NodeInternalApi,
} from "./api.ts";
export { ComplianceEvent, ComplianceHistory, ExportQuery, HistoryQuery } from "./compliance.ts";
export { DashboardInfo, type Ports } from "./dashboard.ts";
export {
  BalanceUpdate,
  ComponentChange,
  DataReceived,
  DataShared,
  DataVerified,
  HealthUpdate,
  NodeFault,
  NodeState,
  PeerConnection,
  PeerHealth,
  TokenAdded,
  TransferCompleted,
  TransferFailed,
} from "./event-data.ts";
export {
  nodeEventData,
  nodeEventMessage,
  type NodeEventMessage,
  type NodeEventType,
} from "./events.ts";
export { FeeQuery, FeeQuote } from "./fee-quotes.ts";
export {
  DashboardHealth,
  ExternalHealth,
  HealthStatus,
  InternalHealth,
  type HealthComponents,
  type HealthChain,
  type HealthPeers,
} from "./health.ts";
export {
  ApiKey,
  ApiKeyList,
  ApiKeyRequest,
  CreatedApiKey,
  KeyParams,
  KeyScope,
  type KeySpending,
  type NewKeySpending,
} from "./keys.ts";
export { NetworkStats, NodeSelf, Peer, PeerList, PeerQuery } from "./network.ts";
export { ReceivedList, ReceivedParams, ReceivedQuery, ReceivedShare } from "./received.ts";
export { dashboardRoutes, externalRoutes, internalRoutes } from "./routes.ts";
export { StatsHistory, StatsHistoryQuery, StatsSeries, type StatsPoint } from "./stats-history.ts";
export {
  DASHBOARD_ACCESS,
  nodeDashboardService,
  nodeExternalService,
  nodeInternalService,
  OWNER_ACCESS,
} from "./services.ts";
export { ShareList, ShareQuery, ShareStatus, type Share } from "./own-shares.ts";
export {
  HashParams,
  MAX_DATA_BYTES,
  PendingShare,
  SHARE_BODY_BYTES,
  ShareRequest,
  ShareResult,
  StoredData,
  Verification,
  VerifyQuery,
  type DataRecord,
} from "./shares.ts";
export {
  AddedToken,
  Balance,
  BalanceQuery,
  NewToken,
  PendingTransfer,
  Token,
  TokenList,
  TransferRequest,
  TransferResult,
} from "./tokens.ts";
export {
  NodeTransaction,
  NodeTransactionList,
  TransactionCommand,
  TransactionParams,
  TransactionQuery,
  TransactionState,
} from "./transactions.ts";
export {
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDeleted,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEvent,
  WebhookList,
  WebhookRotation,
  WebhookWithSecret,
} from "./webhooks.ts";
