/** The network in numbers, and the events of peers. */

import type { Clock } from "@bourse/kernel";

import type { NodeEventPayloads, NodeEvents } from "../events/node-event.ts";
import type { PeerNetwork } from "../peers/port.ts";

/** Counters of the peer network since the start. */
export type NetworkStats = NodeEventPayloads["network.stats_update"];

export interface StatsReporter {
  stats(): NetworkStats;
  /** Tells the numbers when any but the uptime has changed since they were told last. */
  report(): void;
}

/** Tells `network.peer_*` from now on. */
export function createStatsReporter(
  peers: PeerNetwork,
  events: NodeEvents,
  clock: Clock,
): StatsReporter {
  const begun = clock.monotonic();
  let told = "";

  peers.onEvent((event) => {
    if (event.type === "announced") return;
    const { nodeId, address, healthy, latencyMilliseconds } = event.peer;
    if (event.type === "connected") events.emit("network.peer_connected", { nodeId, address });
    if (event.type === "disconnected") {
      events.emit("network.peer_disconnected", { nodeId, address });
    }
    if (event.type === "health") {
      events.emit("network.peer_health", { nodeId, healthy, latencyMilliseconds });
    }
  });

  const stats = (): NetworkStats => {
    const known = peers.peers();
    const { sent, received } = peers.traffic();
    return {
      totalPeers: known.length,
      healthyPeers: known.filter(({ healthy }) => healthy).length,
      bytesSent: sent,
      bytesReceived: received,
      uptimeSeconds: Math.floor((clock.monotonic() - begun) / 1000),
    };
  };

  return Object.freeze({
    stats,
    report: () => {
      const now = stats();
      const shown = JSON.stringify({ ...now, uptimeSeconds: 0 });
      if (shown === told) return;
      told = shown;
      events.emit("network.stats_update", now);
    },
  });
}
