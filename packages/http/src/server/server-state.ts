import type { Cors } from "../guards/cors.ts";
import type { Guard } from "../guards/host-guard.ts";
import type { HttpMetrics } from "../metrics/http-metrics.ts";
import type { Connections } from "./connections.ts";
import type { ResolvedHttpServerOptions } from "./http-server-options.ts";
import type { Streams } from "./streams.ts";

/** State that one server's parts share while it serves. */
export interface ServerState {
  readonly options: ResolvedHttpServerOptions;
  readonly connections: Connections;
  readonly streams: Streams;
  /** Undefined where nothing is counted. */
  readonly metrics: HttpMetrics | undefined;
  readonly cors: Cors | undefined;
  /** Known once the server is bound. */
  hostGuard: Guard | undefined;
  /** Guard of WebSocket handshakes; known once the server is bound. */
  originGuard: Guard;
  draining: boolean;
}
