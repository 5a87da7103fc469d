/** How the node is. */

import * as z from "zod";

import { Count, Text } from "./fields.ts";

/** healthy: all components are up; degraded: some are not; unhealthy: critical failure (seed 002). */
export const HealthStatus = z.enum(["healthy", "degraded", "unhealthy"]);

const internal = {
  status: HealthStatus,
  components: z.object({
    blockchain: z.enum(["connected", "disconnected"]),
    p2p_network: z.enum(["running", "stopped"]),
    encryption: z.enum(["initialized", "locked"]),
  }),
  version: Text,
  chain: z.object({
    id: z.int(),
    development: z.boolean(),
    rpc_url: Text.nullable(),
    block: Count.nullable(),
  }),
};

export const InternalHealth = z.object(internal);
export type InternalHealth = z.infer<typeof InternalHealth>;

export const DashboardHealth = z.object({ ...internal, node_id: Text });
export type DashboardHealth = z.infer<typeof DashboardHealth>;

export const ExternalHealth = z.object({
  status: HealthStatus,
  p2p: z.object({ running: z.boolean(), peers: Count }),
});
export type ExternalHealth = z.infer<typeof ExternalHealth>;
