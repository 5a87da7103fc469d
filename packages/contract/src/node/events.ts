/** The seventeen events, as they go over the socket: `{type, data, timestamp}`. */

import * as z from "zod";

import { ComplianceEvent } from "./compliance.ts";
import { AddressText, Digits, HashText, Text, Time, TransactionHash } from "./fields.ts";
import { HealthStatus } from "./health.ts";
import { NetworkStats } from "./network.ts";

const transfer = { from: AddressText, to: AddressText, amount: Digits, token: AddressText };
const node = z.object({ node_id: Text });
const peer = z.object({ node_id: Text, address: AddressText });

/** The schema of the data of each event, by its type. */
export const nodeEventData = {
  "health.update": z.object({ status: HealthStatus, components: z.record(z.string(), Text) }),
  "health.component_change": z.object({ component: Text, from: Text, to: Text }),
  "token.balance_update": z.object({ address: AddressText, token: AddressText, balance: Digits }),
  "token.transfer_completed": z.object({ ...transfer, tx_hash: TransactionHash }),
  "token.transfer_failed": z.object({
    ...transfer,
    reason: Text,
    tx_hash: TransactionHash.nullable(),
  }),
  "token.added": z.object({
    address: AddressText,
    type: z.enum(["native", "erc20"]),
    symbol: Text,
  }),
  "data.shared": z.object({
    data_hash: HashText,
    recipient: AddressText,
    tx_hash: TransactionHash,
  }),
  "data.received": z.object({ data_hash: HashText, sender: AddressText }),
  "data.verified": z.object({
    data_hash: HashText,
    verified: z.boolean(),
    event_type: Text.nullable(),
  }),
  "compliance.event": ComplianceEvent,
  "network.peer_connected": peer,
  "network.peer_disconnected": peer,
  "network.peer_health": z.object({
    node_id: Text,
    healthy: z.boolean(),
    latency_ms: z.number().nullable(),
  }),
  "network.stats_update": NetworkStats,
  "system.node_started": node,
  "system.node_stopping": node,
  "system.error": z.object({ component: Text, message: Text, code: Text }),
};

/** The type of a node's event. */
export type NodeEventType = keyof typeof nodeEventData;

/** An event of the node as a client receives it; narrow it by its type. */
export type NodeEventMessage = {
  [Type in NodeEventType]: {
    readonly type: Type;
    readonly data: z.infer<(typeof nodeEventData)[Type]>;
    /** Unix seconds with fraction. */
    readonly timestamp: number;
    /** `<epoch>:<sequence>`, with the subprotocol `bourse.events.v1` only. */
    readonly id?: string;
  };
}[NodeEventType];

/** The whole message of one event, for checks and documents. */
export function nodeEventMessage(type: NodeEventType): z.ZodType {
  return z.object({
    type: z.literal(type),
    data: nodeEventData[type],
    timestamp: Time,
    id: z.string().optional(),
  });
}
