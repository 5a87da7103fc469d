/** The data of the node's events. */

import * as z from "zod";

import { object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { AddressText, Digits, HashText, Text, TransactionHash } from "./fields.ts";
import { HealthComponents, HealthStatus } from "./health.ts";

const healthUpdateFields = {
  /** `healthy` when all components are up, `degraded` when some are not, `unhealthy` on a critical failure. */
  status: HealthStatus,
  /** State of each component. */
  components: HealthComponents,
};
/** The health of the node, sent when it changes and every 10 s. */
export interface HealthUpdate extends Fields<typeof healthUpdateFields> {}
export const HealthUpdate: ObjectSchema<HealthUpdate> = object(healthUpdateFields);

const componentChangeFields = {
  /** Name of the component: `blockchain`, `p2p_network` or `encryption`. */
  component: Text,
  /** State before the change. */
  from: Text,
  /** State after the change. */
  to: Text,
};
/** The change of one component's state. */
export interface ComponentChange extends Fields<typeof componentChangeFields> {}
export const ComponentChange: ObjectSchema<ComponentChange> = object(componentChangeFields);

const balanceUpdateFields = {
  /** Address of the node's wallet, 0x and 40 hex digits. */
  address: AddressText,
  /** Address of the token; the zero address is the native token. */
  token: AddressText,
  /** New balance in the token's smallest unit, in decimal digits. */
  balance: Digits,
};
/** A changed balance of the node's wallet. */
export interface BalanceUpdate extends Fields<typeof balanceUpdateFields> {}
export const BalanceUpdate: ObjectSchema<BalanceUpdate> = object(balanceUpdateFields);

const transferFields = {
  /** Address of the payer, 0x and 40 hex digits. */
  from: AddressText,
  /** Address of the payee, 0x and 40 hex digits. */
  to: AddressText,
  /** Amount in the token's smallest unit, in decimal digits. */
  amount: Digits,
  /** Address of the token; the zero address is the native token. */
  token: AddressText,
};

const transferCompletedFields = {
  ...transferFields,
  /** Amount that arrived at the payee, in decimal digits; null where no endpoint of the chain can tell. */
  received: Digits.nullable(),
  /** Hash of the transaction, 0x and 64 hex digits. */
  tx_hash: TransactionHash,
};
/** A payment that the chain has confirmed. */
export interface TransferCompleted
  extends Fields<typeof transferFields>, Fields<typeof transferCompletedFields> {}
export const TransferCompleted: ObjectSchema<TransferCompleted> = object(transferCompletedFields);

const transferFailedFields = {
  ...transferFields,
  /** Reason of the failure, a sentence. */
  reason: Text,
  /** Hash of the reverted transaction; null when nothing was sent. */
  tx_hash: TransactionHash.nullable(),
};
/** A payment that was not made: it was refused, or reverted on the chain. */
export interface TransferFailed
  extends Fields<typeof transferFields>, Fields<typeof transferFailedFields> {}
export const TransferFailed: ObjectSchema<TransferFailed> = object(transferFailedFields);

const tokenAddedFields = {
  /** Address of the token, 0x and 40 hex digits. */
  address: AddressText,
  /** Kind of the token. */
  type: oneOf(["native", "erc20"]),
  /** Symbol of the token, such as `DEMO`. */
  symbol: Text,
};
/** A token that was added to the list. */
export interface TokenAdded extends Fields<typeof tokenAddedFields> {}
export const TokenAdded: ObjectSchema<TokenAdded> = object(tokenAddedFields);

const dataSharedFields = {
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case. */
  data_hash: HashText,
  /** Wallet address of the recipient. */
  recipient: AddressText,
  /** Hash of the proof's transaction, 0x and 64 hex digits. */
  tx_hash: TransactionHash,
};
/** A share whose proof the chain has confirmed. */
export interface DataShared extends Fields<typeof dataSharedFields> {}
export const DataShared: ObjectSchema<DataShared> = object(dataSharedFields);

const dataReceivedFields = {
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case. */
  data_hash: HashText,
  /** Wallet address of the sender. */
  sender: AddressText,
};
/** Data that another node has shared with this one. */
export interface DataReceived extends Fields<typeof dataReceivedFields> {}
export const DataReceived: ObjectSchema<DataReceived> = object(dataReceivedFields);

const dataVerifiedFields = {
  /** SHA-256 of the data's UTF-8 bytes, 64 hex digits in lower case. */
  data_hash: HashText,
  /** True when the chain has a record of the hash by a wallet that the node trusts. */
  verified: z.boolean(),
  /** Event type of the oldest such record; null without one. */
  event_type: Text.nullable(),
};
/** The changed result of a verification. */
export interface DataVerified extends Fields<typeof dataVerifiedFields> {}
export const DataVerified: ObjectSchema<DataVerified> = object(dataVerifiedFields);

const peerConnectionFields = {
  /** Peer id. */
  node_id: Text,
  /** Wallet address of the peer. */
  address: AddressText,
};
/** A peer whose first connection was opened or whose last one has ended. */
export interface PeerConnection extends Fields<typeof peerConnectionFields> {}
export const PeerConnection: ObjectSchema<PeerConnection> = object(peerConnectionFields);

const peerHealthFields = {
  /** Peer id. */
  node_id: Text,
  /** True when the peer was seen in the last 300 seconds and most tries to reach it succeed. */
  healthy: z.boolean(),
  /** Round-trip time of the last probe in milliseconds; null before the first one. */
  latency_ms: z.number().nullable(),
};
/** The changed health of a peer. */
export interface PeerHealth extends Fields<typeof peerHealthFields> {}
export const PeerHealth: ObjectSchema<PeerHealth> = object(peerHealthFields);

const nodeStateFields = {
  /** Peer id of this node. */
  node_id: Text,
};
/** The node that has started or is stopping. */
export interface NodeState extends Fields<typeof nodeStateFields> {}
export const NodeState: ObjectSchema<NodeState> = object(nodeStateFields);

const nodeFaultFields = {
  /** Part of the node that failed, such as `shares` or `store`. */
  component: Text,
  /** Description, a sentence. */
  message: Text,
  /** Error code, such as `TRANSACTION_REVERTED` or `STORE_UNWRITABLE`. */
  code: Text,
};
/** An error that no caller was waiting for. */
export interface NodeFault extends Fields<typeof nodeFaultFields> {}
export const NodeFault: ObjectSchema<NodeFault> = object(nodeFaultFields);
