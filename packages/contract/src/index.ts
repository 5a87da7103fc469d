export type { CompiledRoute, Incoming, Outgoing } from "./route/exchange.ts";
