/** Events of the node in words. */

import type { NodeEventMessage } from "@bourse/contract/node";
import { bytes, short, spaced } from "@bourse/ui";

import { nativeToken, tokens } from "./node-state.ts";
import { decimalsOf, formatUnits, inUnits } from "./units.ts";

/** True for what comes every ten seconds and tells nothing new. */
export function isPeriodic({ type }: NodeEventMessage): boolean {
  return type === "health.update" || type === "network.stats_update";
}

/** One sentence or phrase for an event. */
export function describe(event: NodeEventMessage): string {
  switch (event.type) {
    case "health.update":
      return `The node is ${event.data.status}.`;
    case "health.component_change":
      return `${spaced(event.data.component)}: ${event.data.from} → ${event.data.to}`;
    case "token.balance_update":
      return `The wallet holds ${amount(event.data.balance, event.data.token)}.`;
    case "token.transfer_completed": {
      const { amount: sum, received, token, to } = event.data;
      const part =
        received === null || received === sum ? "" : `; ${amount(received, token)} arrived`;
      return `Paid ${amount(sum, token)} to ${short(to)}${part}.`;
    }
    case "token.transfer_failed": {
      const { amount: sum, token, to, reason } = event.data;
      const why = inUnits(reason, undefined, undefined, nativeToken.value);
      return `The payment of ${amount(sum, token)} to ${short(to)} failed: ${why}`;
    }
    case "token.added":
      return `Token ${event.data.symbol} was added.`;
    case "data.shared":
      return `Shared ${short(event.data.data_hash)} with ${short(event.data.recipient)}.`;
    case "data.received":
      return `Received ${short(event.data.data_hash)} from ${short(event.data.sender)}.`;
    case "data.verified":
      return `${short(event.data.data_hash)} is ${event.data.verified ? "verified" : "no longer verified"}.`;
    case "compliance.event": {
      const { event_type: type, data_hash: hash, sender, recipient } = event.data;
      return `${short(sender)} recorded ${type} of ${short(hash)} for ${short(recipient)}.`;
    }
    case "network.peer_connected":
      return `Connected to ${short(event.data.address)}.`;
    case "network.peer_disconnected":
      return `Lost the connection to ${short(event.data.address)}.`;
    case "network.peer_health": {
      const { node_id: id, healthy, latency_ms: latency } = event.data;
      const time = latency === null ? "" : `, ${latency.toFixed(1)} ms`;
      return `Peer ${short(id)} is ${healthy ? "healthy" : "unhealthy"}${time}.`;
    }
    case "network.stats_update": {
      const {
        healthy_peers: good,
        total_peers: all,
        data_sent: sent,
        data_received: got,
      } = event.data;
      return `${good} of ${all} peers healthy, ${bytes(sent)} sent, ${bytes(got)} received.`;
    }
    case "system.node_started":
      return "The node started.";
    case "system.node_stopping":
      return "The node is stopping.";
    case "system.error":
      return `${event.data.component}: ${event.data.message}`;
  }
}

function amount(units: string, address: string): string {
  const token = tokens.value.value?.find((one) => one.address === address);
  return token
    ? `${formatUnits(units, decimalsOf(token))} ${token.symbol}`
    : `${units} of ${short(address)}`;
}
