export type { NetworkStats } from "./network-stats.ts";
export type { HealthReport } from "./node-health.ts";
