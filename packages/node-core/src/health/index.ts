export type { NetworkStats } from "./network-stats.ts";
export type { Components, HealthStatus } from "./components.ts";
export type { HealthReport } from "./node-health.ts";
