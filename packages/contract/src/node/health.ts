/** The health of the node, as each of its APIs tells it. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { Count, Text } from "./fields.ts";

/** `healthy`: all components are up; `degraded`: some are not; `unhealthy`: critical failure. */
export const HealthStatus = oneOf(["healthy", "degraded", "unhealthy"]);

const status = {
  /** `healthy` when all components are up, `degraded` when some are not, `unhealthy` on a critical failure. */
  status: HealthStatus,
};

const componentFields = {
  /** `connected` when the chain answered within the last 10 seconds, on the expected chain id. */
  blockchain: oneOf(["connected", "disconnected"]),
  /** `running` when the peer network accepts connections. */
  p2p_network: oneOf(["running", "stopped"]),
  /** `initialized` when the node's keys are unlocked. */
  encryption: oneOf(["initialized", "locked"]),
};
/** The state of each component of the node. */
export interface HealthComponents extends Fields<typeof componentFields> {}
export const HealthComponents: ObjectSchema<HealthComponents> = object(componentFields);

const chainFields = {
  /** Chain id (EIP-155). */
  id: z.int(),
  /** True for the embedded development chain. */
  development: z.boolean(),
  /** URL of the embedded development chain; null for any other chain. */
  rpc_url: Text.nullable(),
  /** Number of the newest block; null while the chain does not answer. */
  block: Count.nullable(),
  /** Cause for which the chain cannot be used, such as another chain id or a missing contract; null without one. */
  fault: Text.nullable(),
};
/** State of the connection to the chain. */
export interface HealthChain extends Fields<typeof chainFields> {}
const HealthChain: ObjectSchema<HealthChain> = object(chainFields);

const internalFields = {
  ...status,
  /** State of each component. */
  components: HealthComponents,
  /** Version of the node. */
  version: Text,
  /** The chain in use. */
  chain: HealthChain,
};
/** The health of the node with its components, for its owner. */
export interface InternalHealth extends Fields<typeof internalFields> {}
export const InternalHealth: ObjectSchema<InternalHealth> = object(internalFields);

const dashboardFields = {
  ...internalFields,
  /** Peer id of the node. */
  node_id: Text,
};
/** The health of the node with its components and its peer id. */
export interface DashboardHealth extends Fields<typeof dashboardFields> {}
export const DashboardHealth: ObjectSchema<DashboardHealth> = object(dashboardFields);

const p2pFields = {
  /** True when the peer network accepts connections. */
  running: z.boolean(),
  /** Number of connected peers. */
  peers: Count,
};
/** State of the connection to the peer network. */
export interface HealthPeers extends Fields<typeof p2pFields> {}
const HealthPeers: ObjectSchema<HealthPeers> = object(p2pFields);

const externalFields = {
  ...status,
  /** State of the peer network. */
  p2p: HealthPeers,
};
/** The health of the node, for everybody. */
export interface ExternalHealth extends Fields<typeof externalFields> {}
export const ExternalHealth: ObjectSchema<ExternalHealth> = object(externalFields);

export const internalHealthRoutes = {
  /**
   * Report the health of the node with its components.
   *
   * `GET /health`.
   *
   * @example
   *   await client.health();
   */
  health: route("GET", "/health", { responses: { 200: InternalHealth, 503: InternalHealth } }),
};

export const externalHealthRoutes = {
  /**
   * Report the health of the node.
   *
   * `GET /health`.
   *
   * @example
   *   await client.health();
   */
  health: route("GET", "/health", { responses: { 200: ExternalHealth, 503: ExternalHealth } }),
};

export const dashboardHealthRoutes = {
  /**
   * Report the health of the node with its components.
   *
   * `GET /health`.
   *
   * @example
   *   await client.health();
   */
  health: route("GET", "/health", { responses: { 200: DashboardHealth, 503: DashboardHealth } }),
};

type Notes = NotesOf<typeof internalHealthRoutes>;

/** Notes of the health routes of each API. A function, so that bundlers drop it from clients. */
export function healthNotes(): Readonly<Record<"internal" | "external" | "dashboard", Notes>> {
  const tags = ["health"];
  const always = "200 while healthy or degraded, 503 when unhealthy; never limited.";
  const internal = {
    status: "healthy",
    components: { blockchain: "connected", p2p_network: "running", encryption: "initialized" },
    version: "1.0.0",
    chain: {
      id: 31_337,
      development: true,
      rpc_url: "http://127.0.0.1:8545",
      block: 12,
      fault: null,
    },
  };
  const node_id = "16Uiu2HAmN5sW4Zb6sPGJ3xNrLRb5vTQ8dJxSxaQ3kpA6RZPZ8mgq";
  return {
    internal: {
      health: {
        tags,
        seed: "Internal API: GET /health",
        unspecified: [
          always,
          "`chain` tells the chain in use and whether it is a development chain.",
        ],
        example: { response: internal },
      },
    },
    external: {
      health: {
        tags,
        seed: "External API: GET /health",
        unspecified: [
          always,
          "`p2p` tells whether the peer network runs, and how many peers are connected.",
        ],
        example: { response: { status: "healthy", p2p: { running: true, peers: 3 } } },
      },
    },
    dashboard: {
      health: {
        tags,
        seed: "Dashboard API: GET /api/health",
        unspecified: [always, "node_id beside what the internal API tells."],
        example: { response: { ...internal, node_id } },
      },
    },
  };
}
