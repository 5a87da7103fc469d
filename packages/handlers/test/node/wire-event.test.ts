/** Every event of the core, spelled as seed 002 and the contract say. */

import { nodeEventMessage } from "@bourse/contract/node";
import type { NodeEvent, NodeEventPayloads } from "@bourse/node-core";
import { expect, test } from "vitest";

import { wireEvent } from "../../src/node/index.ts";

const address = `0x${"Aa".repeat(20)}` as const;
const txHash = `0x${"1".repeat(64)}` as const;
const dataHash = "2".repeat(64);
const nodeId = "16Uiu2HAm";
const transfer = { from: address, to: address, amount: "5", token: address };

const CASES: { readonly [Type in keyof NodeEventPayloads]: [NodeEventPayloads[Type], object] } = {
  "health.update": [
    {
      status: "healthy",
      components: { blockchain: "connected", peerNetwork: "running", encryption: "initialized" },
    },
    {
      status: "healthy",
      components: { blockchain: "connected", p2p_network: "running", encryption: "initialized" },
    },
  ],
  "health.component_change": [
    { component: "peerNetwork", from: "running", to: "stopped" },
    { component: "p2p_network", from: "running", to: "stopped" },
  ],
  "token.balance_update": [
    { address, token: address, balance: "7" },
    { address, token: address, balance: "7" },
  ],
  "token.transfer_completed": [
    { ...transfer, received: "7", txHash },
    { ...transfer, received: "7", tx_hash: txHash },
  ],
  "token.transfer_failed": [
    { ...transfer, reason: "no", txHash: null },
    { ...transfer, reason: "no", tx_hash: null },
  ],
  "token.added": [
    { address, type: "erc20", symbol: "DEMO" },
    { address, type: "erc20", symbol: "DEMO" },
  ],
  "data.shared": [
    { dataHash, recipient: address, txHash },
    { data_hash: dataHash, recipient: address, tx_hash: txHash },
  ],
  "data.received": [
    { dataHash, sender: address },
    { data_hash: dataHash, sender: address },
  ],
  "data.verified": [
    { dataHash, verified: false, eventType: null },
    { data_hash: dataHash, verified: false, event_type: null },
  ],
  "compliance.event": [
    {
      eventType: "data_share",
      dataHash,
      sender: address,
      recipient: address,
      timestamp: 1_800_000_000_000,
      txHash,
    },
    {
      event_type: "data_share",
      data_hash: dataHash,
      sender: address,
      recipient: address,
      timestamp: 1_800_000_000,
      tx_hash: txHash,
    },
  ],
  "network.peer_connected": [
    { nodeId, address },
    { node_id: nodeId, address },
  ],
  "network.peer_disconnected": [
    { nodeId, address },
    { node_id: nodeId, address },
  ],
  "network.peer_health": [
    { nodeId, healthy: true, latencyMilliseconds: 1.5 },
    { node_id: nodeId, healthy: true, latency_ms: 1.5 },
  ],
  "network.stats_update": [
    { totalPeers: 2, healthyPeers: 1, bytesSent: 3, bytesReceived: 4, uptimeSeconds: 5 },
    { total_peers: 2, healthy_peers: 1, data_sent: 3, data_received: 4, uptime: 5 },
  ],
  "system.node_started": [{ nodeId }, { node_id: nodeId }],
  "system.node_stopping": [{ nodeId }, { node_id: nodeId }],
  "system.error": [
    { component: "store", message: "Disk full.", code: "STORE_UNWRITABLE" },
    { component: "store", message: "Disk full.", code: "STORE_UNWRITABLE" },
  ],
};

test.each(Object.keys(CASES) as (keyof NodeEventPayloads)[])(
  "%s is spelled as on the wire, key by key in its documented order",
  (type) => {
    const [data, wired] = CASES[type];
    const event = {
      type,
      data,
      timestamp: 1_767_225_600_500,
      epoch: "e",
      sequence: 1,
    } as NodeEvent;
    const message = wireEvent(event);
    expect(JSON.stringify(message)).toBe(
      JSON.stringify({ type, data: wired, timestamp: 1_767_225_600.5 }),
    );
    expect(nodeEventMessage(type).parse(message)).toEqual(message);
  },
);
