/** The peer network, seen from this node. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { AddressText, Count, Text, Time } from "./fields.ts";

export const NetworkStats = z.object({
  total_peers: Count,
  healthy_peers: Count,
  data_sent: Count,
  data_received: Count,
  uptime: Count,
});
export type NetworkStats = z.infer<typeof NetworkStats>;

export const PeerQuery = z.object({ healthy: q.boolean().default(false) });

export const Peer = z.object({
  node_id: Text,
  address: AddressText,
  healthy: z.boolean(),
  last_seen: Time.nullable(),
  latency_ms: z.number().min(0).nullable(),
  success_rate: z.number().min(0).max(1).nullable(),
  /** With a key only. */
  multiaddrs: z.array(Text).optional(),
});
export type Peer = z.infer<typeof Peer>;

export const PeerList = z.object({ peers: z.array(Peer), count: Count });

export const NodeSelf = z.object({
  node_id: Text,
  address: AddressText,
  multiaddrs: z.array(Text),
  /** X25519, 32 bytes: 0x and 64 hex digits. */
  encryption_key: Text,
});
export type NodeSelf = z.infer<typeof NodeSelf>;
