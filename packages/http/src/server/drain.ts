/** Ends a server without losing a request: stop listening, answer what is there, let the rest go. */

import type { Server } from "node:http";
import { Server as NetServer } from "node:net";

import type { Clock } from "@bourse/kernel";

import type { Connections } from "./connections.ts";

/** Options of a drain. */
export interface DrainOptions {
  /** Milliseconds that requests in flight may take, 0–3,600,000. Default 10,000. */
  readonly deadlineMilliseconds?: number;
}

/** Outcome of a drain. */
export interface DrainResult {
  /** Connections that were still busy at the deadline and were cut. */
  readonly cut: number;
}

/** A connection that sends nothing for that long has no request under way. */
const SILENCE_MILLISECONDS = 500;
const POLL_MILLISECONDS = 25;

/**
 * Closes the listening socket, then waits until every connection has ended: each after the reply that says
 * `Connection: close`, or after half a second of silence, at the deadline by force.
 */
export async function drainConnections(
  server: Server,
  connections: Connections,
  clock: Clock,
  deadlineMilliseconds: number,
): Promise<DrainResult> {
  const deadline = clock.monotonic() + deadlineMilliseconds;
  await stopListening(server);
  let sweepAt = 0;
  while (connections.size > 0 && clock.monotonic() < deadline) {
    if (clock.monotonic() >= sweepAt) {
      connections.sweep();
      sweepAt = clock.monotonic() + SILENCE_MILLISECONDS;
    }
    await clock.sleep(Math.max(1, Math.min(POLL_MILLISECONDS, deadline - clock.monotonic())));
  }
  const cut = connections.size;
  connections.destroyAll();
  return { cut };
}

/**
 * The close of node:net, not that of node:http: the latter also ends connections that are idle at this moment, and
 * with them any request that is on its way to us.
 */
async function stopListening(server: Server): Promise<void> {
  // Connections that the system has completed are taken from its queue first; closing would reset them.
  await new Promise((resolve) => setImmediate(resolve));
  if (!server.listening) return;
  // A server of Bun is none of its node:net, whose close knows nothing of it.
  if (server instanceof NetServer) NetServer.prototype.close.call(server);
  else (server as Server).close();
}
