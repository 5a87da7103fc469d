/** The node's views as the wire spells them. */

import type { ApiKey, ComplianceEvent, Peer, ShareList } from "@bourse/contract/node";
import type { ApiKeyView, ComplianceRecord, Peer as KnownPeer, ShareView } from "@bourse/node-core";

export function wireShare(share: ShareView): ShareList["shares"][number] {
  return {
    data_hash: share.dataHash,
    recipient: share.recipient,
    status: share.status,
    tx_hash: share.txHash,
    created_at: share.createdAt,
  };
}

export function wireRecord(record: ComplianceRecord): ComplianceEvent {
  return {
    event_type: record.eventType,
    data_hash: record.dataHash,
    recipient: record.recipient,
    timestamp: record.timestamp,
    tx_hash: record.txHash,
  };
}

/** Where a peer is reached is told to those with a key only. */
export function wirePeer(peer: KnownPeer, withAddresses: boolean): Peer {
  return {
    node_id: peer.nodeId,
    address: peer.address,
    healthy: peer.healthy,
    last_seen: peer.lastSeen,
    latency_ms: peer.latencyMilliseconds,
    success_rate: peer.successRate,
    ...(withAddresses ? { multiaddrs: [...peer.multiaddrs] } : {}),
  };
}

export function wireKey(key: ApiKeyView): ApiKey {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    created_at: key.createdAt,
    revoked_at: key.revokedAt,
  };
}
