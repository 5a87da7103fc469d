export type { NetworkStats } from "./network-stats.ts";
export type { Components, HealthReport, HealthStatus } from "./node-health.ts";
