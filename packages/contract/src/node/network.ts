/** The peer network as this node sees it. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import type { NotesOf } from "../route/docs.ts";
import {
  exactObject,
  list,
  object,
  oneOf,
  type Fields,
  type InputFields,
  type ObjectSchema,
} from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import {
  NoQuery,
  AddressText,
  Count,
  INVALID,
  Text,
  Time,
  WRITING,
  STANDBY_NOTE,
} from "./fields.ts";

const statsFields = {
  /** Number of peers that the node knows. */
  total_peers: Count,
  /** Number of healthy peers. */
  healthy_peers: Count,
  /** Bytes sent to peers since the node started. */
  data_sent: Count,
  /** Bytes received from peers since the node started. */
  data_received: Count,
  /** Seconds since the node started. */
  uptime: Count,
};
/** Figures of the node's peers and traffic. */
export interface NetworkStats extends Fields<typeof statsFields> {}
export const NetworkStats: ObjectSchema<NetworkStats> = object(statsFields);

const queryFields = {
  /** True to list only healthy peers. Default false. */
  healthy: q.boolean().default(false),
};
/** A filter of peers. */
export interface PeerQuery extends Fields<typeof queryFields> {}
interface PeerQueryInput extends InputFields<typeof queryFields> {}
export const PeerQuery: ObjectSchema<PeerQuery, PeerQueryInput> = exactObject(queryFields);

const peerFields = {
  /** Peer id. */
  node_id: Text,
  /** Address of the peer's wallet, 0x and 40 hex digits. */
  address: AddressText,
  /** True when the peer was seen in the last 300 seconds and most tries to reach it succeed. */
  healthy: z.boolean(),
  /** Time of the last contact, Unix seconds with a fraction; null when there was none. */
  last_seen: Time.nullable(),
  /** Round-trip time in milliseconds; null when none was measured. */
  latency_ms: z.number().min(0).nullable(),
  /** Successful tries divided by all tries, 0–1; null without a try. */
  success_rate: z.number().min(0).max(1).nullable(),
  /** Network addresses (multiaddrs) of the peer; present only when the caller sent a key. */
  multiaddrs: list(Text).optional(),
  /** Program and version that the peer names; null while it is not connected or names none; present as `multiaddrs`. */
  version: Text.nullable().optional(),
  /** Side that has dialled the open connection; null without one; present as `multiaddrs`. */
  direction: oneOf(["inbound", "outbound"]).nullable().optional(),
  /** Address (multiaddr) of the other end of the open connection; null without one; present as `multiaddrs`. */
  remote_address: Text.nullable().optional(),
};
/** A peer that the node knows. */
export interface Peer extends Fields<typeof peerFields> {}
export const Peer: ObjectSchema<Peer> = object(peerFields);

const listFields = {
  /** The peers. */
  peers: list(Peer),
  /** Number of peers in this answer. */
  count: Count,
};
/** A list of peers. */
export interface PeerList extends Fields<typeof listFields> {}
export const PeerList: ObjectSchema<PeerList> = object(listFields);

const selfFields = {
  /** Peer id of this node. */
  node_id: Text,
  /** Address of this node's wallet, 0x and 40 hex digits. */
  address: AddressText,
  /** Network addresses (multiaddrs) at which peers reach this node. */
  multiaddrs: list(Text),
  /** Public X25519 key of this node, 32 bytes as 0x and 64 hex digits. */
  encryption_key: Text,
};
/** This node as its peers see it. */
export interface NodeSelf extends Fields<typeof selfFields> {}
export const NodeSelf: ObjectSchema<NodeSelf> = object(selfFields);

export const selfRoutes = {
  /**
   * Describe this node as its peers see it.
   *
   * `GET /network/self` with an API key, unless a program on the node's machine calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.self();
   */
  self: route("GET", "/network/self", {
    query: NoQuery,
    responses: { 200: NodeSelf },
    errors: INVALID,
  }),
};

export const networkRoutes = {
  /**
   * Count the peers and the traffic.
   *
   * `GET /network/stats`.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * @example
   *   await client.networkStats();
   */
  networkStats: route("GET", "/network/stats", {
    query: NoQuery,
    responses: { 200: NetworkStats },
    errors: { ...INVALID, ...WRITING },
  }),
  /**
   * List the known peers.
   *
   * `GET /network/peers` with or without an API key.
   *
   * @throws Problem:
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * - STANDBY (503): Call the node that is the writer, or call again after Retry-After.
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * @example
   *   await client.listPeers();
   */
  listPeers: route("GET", "/network/peers", {
    security: "maybeApiKey",
    query: PeerQuery,
    responses: { 200: PeerList },
    errors: { ...INVALID, ...WRITING, UNAUTHORIZED: 401 },
  }),
};

const NODE_ID = "16Uiu2HAmN5sW4Zb6sPGJ3xNrLRb5vTQ8dJxSxaQ3kpA6RZPZ8mgq";
const MULTIADDR = `/ip4/203.0.113.7/udp/8000/quic-v1/p2p/${NODE_ID}`;

/** Notes of {@link selfRoutes}. A function, so that bundlers drop it from clients. */
export function selfNotes(): NotesOf<typeof selfRoutes> {
  return {
    self: {
      tags: ["network"],
      example: {
        response: {
          node_id: NODE_ID,
          address: "0x52908400098527886E0F7030069857D2E4169EE7",
          multiaddrs: [MULTIADDR],
          encryption_key: `0x${"3f".repeat(32)}`,
        },
      },
    },
  };
}

/** Notes of {@link networkRoutes}. A function, so that bundlers drop it from clients. */
export function networkNotes(): NotesOf<typeof networkRoutes> {
  const tags = ["network"];
  return {
    networkStats: {
      tags,
      seed: "External API: GET /network/stats",
      unspecified: [STANDBY_NOTE, "No key is needed."],
      example: {
        response: {
          total_peers: 4,
          healthy_peers: 3,
          data_sent: 1_048_946,
          data_received: 2048,
          uptime: 3600,
        },
      },
    },
    listPeers: {
      tags,
      seed: "External API: GET /network/peers",
      unspecified: [
        STANDBY_NOTE,
        "The answer is {peers, count}; a peer has node_id, address, healthy, last_seen, latency_ms and success_rate.",
        "No key is needed; with one, and on the dashboard, each peer has its multiaddrs, version, direction and remote_address too.",
      ],
      example: {
        response: {
          peers: [
            {
              node_id: NODE_ID,
              address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
              healthy: true,
              last_seen: 1_767_225_600.5,
              latency_ms: 12.5,
              success_rate: 1,
              multiaddrs: [MULTIADDR],
              version: "js-libp2p/3.3.11 node/26.10.0",
              direction: "outbound",
              remote_address: MULTIADDR,
            },
          ],
          count: 1,
        },
      },
    },
  };
}
