/** The node's values as the wire spells them: snake_case, and times in Unix seconds. */

import type {
  ApiKey,
  ComplianceEvent,
  FeeQuote,
  InternalHealth,
  NetworkStats,
  NodeTransaction,
  Peer,
  PendingTransfer,
  ReceivedShare,
  ShareList,
  StatsHistory,
  Verification,
} from "@bourse/contract/node";
import type {
  ApiKeyView,
  ComplianceRecord,
  HealthReport,
  HistoryAnswer,
  LaneEntry,
  NetworkStats as Stats,
  Peer as KnownPeer,
  QuotedFee,
  ReceivedShare as Received,
  ShareView,
  Verification as Verified,
} from "@bourse/node-core";

/** Converts epoch milliseconds to Unix seconds with fraction. */
export function unixSeconds(milliseconds: number): number {
  return milliseconds / 1000;
}

function maybeSeconds(milliseconds: number | null = null): number | null {
  return milliseconds === null ? null : unixSeconds(milliseconds);
}

/** Spells the fee of a transaction that was not sent. */
export function wireFee(kind: FeeQuote["kind"], quote: QuotedFee): FeeQuote {
  return {
    kind,
    gas: quote.gas,
    tried: quote.isTried,
    max_fee_per_gas: quote.maximumFeePerGas.toString(),
    fee: quote.fee.toString(),
    balance: quote.balance.toString(),
    token_balance: quote.tokenBalance.toString(),
  };
}

/** Epoch milliseconds of an ISO 8601 text; undefined stays undefined. */
export function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** Spells a series of the node's history. */
export function wireHistory({ series, stepSeconds, points }: HistoryAnswer): StatsHistory {
  return {
    series,
    step: stepSeconds,
    points: points.map(({ timestamp, value }) => ({ timestamp: unixSeconds(timestamp), value })),
  };
}

/** Spells a share of a list. */
export function wireShare(share: ShareView): ShareList["shares"][number] {
  return {
    data_hash: share.dataHash,
    recipient: share.recipient,
    status: share.status,
    tx_hash: share.txHash,
    created_at: unixSeconds(share.createdAt),
    proved_at: maybeSeconds(share.provedAt),
    delivered_at: maybeSeconds(share.deliveredAt),
    transaction_id: share.transactionId,
    payment_token: share.payment?.token ?? null,
    payment_amount: share.payment?.amount ?? null,
    payer: share.payment?.payer ?? null,
  };
}

/** Spells a received share. */
export function wireReceived(share: Received): ReceivedShare {
  return {
    id: share.id,
    data_hash: share.dataHash,
    sender: share.sender,
    tx_hash: share.txHash,
    verified: share.verified,
    bytes: share.bytes,
    received_at: unixSeconds(share.receivedAt),
  };
}

/** Spells a verification. */
export function wireVerification({ hash, verified, ...found }: Verified): Verification {
  return {
    hash,
    verified,
    event_type: found.eventType,
    sender: found.sender,
    records: found.records.map((record) => ({
      sender: record.sender,
      event_type: record.eventType,
      recipient: record.recipient,
      timestamp: unixSeconds(record.timestamp),
      tx_hash: record.txHash,
      trusted: record.trusted,
    })),
  };
}

/** Spells a compliance record. */
export function wireRecord(record: Omit<ComplianceRecord, keyof RecordPlace>): ComplianceEvent {
  return {
    event_type: record.eventType,
    data_hash: record.dataHash,
    sender: record.sender,
    recipient: record.recipient,
    timestamp: unixSeconds(record.timestamp),
    tx_hash: record.txHash,
  };
}

/** The parts of a record that its event does not carry. */
type RecordPlace = Pick<ComplianceRecord, "blockNumber" | "logIndex" | "payment">;

/** Spells a peer; its addresses are shown only to callers with an API key. */
export function wirePeer(peer: KnownPeer, withAddresses: boolean): Peer {
  return {
    node_id: peer.nodeId,
    address: peer.address,
    healthy: peer.healthy,
    last_seen: maybeSeconds(peer.lastSeen),
    latency_ms: peer.latencyMilliseconds,
    success_rate: peer.successRate,
    ...(withAddresses && {
      multiaddrs: [...peer.multiaddrs],
      version: peer.link?.version ?? null,
      direction: peer.link?.direction ?? null,
      remote_address: peer.link?.remoteAddress ?? null,
    }),
  };
}

/** Spells a transaction of the node's wallet. */
export function wireTransaction(entry: LaneEntry): NodeTransaction {
  const { id } = entry;
  return {
    id,
    kind: id.startsWith("transfer:") ? "transfer" : id.startsWith("share:") ? "share" : "other",
    state: entry.state,
    to: entry.to,
    token: entry.token,
    amount: entry.amount,
    received: entry.received,
    nonce: entry.nonce,
    tx_hash: entry.hash,
    block: entry.blockNumber,
    confirmations: entry.confirmations,
    confirmations_needed: entry.confirmationsNeeded,
    cause: entry.cause,
    candidate: entry.candidate,
    created_at: unixSeconds(entry.createdAt),
    sent_at: maybeSeconds(entry.sentAt),
    mined_at: maybeSeconds(entry.blockTimestamp),
    fee: entry.feePaid ?? null,
  };
}

/** Spells what was accepted and has not come to an end; without a hash it waits for a chain that is away. */
export function wirePending(
  kind: "transfer" | "share",
  txHash: string | null,
  transactionId: string,
): Pick<PendingTransfer, "success" | "status" | "tx_hash" | "transaction_id" | "message"> {
  const where = `GET /transactions shows it as ${transactionId}`;
  return {
    success: false,
    status: "pending",
    tx_hash: txHash,
    transaction_id: transactionId,
    message:
      txHash === null
        ? `The ${kind} is durable and not sent: the chain does not take it now, and it goes out once when the chain does. ${where}, and POST /transactions/${transactionId} with {"action":"cancel"} takes it back.`
        : `The ${kind} is signed and is sent until the chain takes it; the chain has not confirmed it yet. ${where}.`,
  };
}

/** Spells an API key without its secret. */
export function wireKey(key: ApiKeyView): ApiKey {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    created_at: unixSeconds(key.createdAt),
    revoked_at: key.revokedAt === null ? null : unixSeconds(key.revokedAt),
    expires_at: key.expiresAt === null ? null : unixSeconds(key.expiresAt),
    payees: key.payees === null ? null : [...key.payees],
    spending:
      key.spending?.map(({ token, perCall, perDay }) => {
        return { token, per_call: perCall, per_day: perDay };
      }) ?? null,
    shares_per_day: key.sharesPerDay,
    gas_per_day: key.gasPerDay,
    shares_today: key.sharesToday,
    gas_today: key.gasToday,
  };
}

/** Spells the counters of the peer network. */
export function wireStats(stats: Stats): NetworkStats {
  return {
    total_peers: stats.totalPeers,
    healthy_peers: stats.healthyPeers,
    data_sent: stats.bytesSent,
    data_received: stats.bytesReceived,
    uptime: stats.uptimeSeconds,
  };
}

/** Spells the components of the node's health. */
export function wireComponents(
  components: HealthReport["components"],
): InternalHealth["components"] {
  const { blockchain, peerNetwork, encryption } = components;
  return { blockchain, p2p_network: peerNetwork, encryption };
}
