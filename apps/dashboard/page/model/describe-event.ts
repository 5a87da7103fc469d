/** Events of the node in words. */

import type { NodeEventMessage } from "@bourse/contract/node";
import { bytes, grouped, numeral, short, spaced } from "@bourse/ui";

import { nativeToken, tokens } from "./node-state.ts";
import { decimalsOf, formatUnits, inUnits } from "./units.ts";

/** True for what comes every ten seconds and tells nothing new. */
export function isPeriodic({ type }: NodeEventMessage): boolean {
  return type === "health.update" || type === "network.stats_update";
}

/** One sentence or phrase for an event; its addresses and hashes as `name` writes them, by default by their ends. */
export function describe(event: NodeEventMessage, name: (id: string) => string = short): string {
  switch (event.type) {
    case "health.update":
      return `The node is ${event.data.status}.`;
    case "health.component_change":
      return `${spaced(event.data.component)}: ${event.data.from} → ${event.data.to}`;
    case "token.balance_update":
      return `The wallet holds ${amount(event.data.balance, event.data.token, name)}.`;
    case "token.transfer_completed": {
      const { amount: sum, received, token, to } = event.data;
      const part =
        received === null || received === sum ? "" : `; ${amount(received, token, name)} arrived`;
      return `Paid ${amount(sum, token, name)} to ${name(to)}${part}.`;
    }
    case "token.transfer_failed": {
      const { amount: sum, token, to, reason } = event.data;
      const why = inUnits(reason, undefined, undefined, nativeToken.value);
      return `The payment of ${amount(sum, token, name)} to ${name(to)} failed: ${why}`;
    }
    case "token.added":
      return `Token ${event.data.symbol} was added.`;
    case "data.shared":
      return `Shared ${name(event.data.data_hash)} with ${name(event.data.recipient)}.`;
    case "data.received":
      return `Received ${name(event.data.data_hash)} from ${name(event.data.sender)}.`;
    case "data.verified":
      return `${name(event.data.data_hash)} is ${event.data.verified ? "verified" : "no longer verified"}.`;
    case "compliance.event": {
      const { event_type: type, data_hash: hash, sender, recipient } = event.data;
      return `${name(sender)} recorded ${type} of ${name(hash)} for ${name(recipient)}.`;
    }
    case "network.peer_connected":
      return `Connected to ${name(event.data.address)}.`;
    case "network.peer_disconnected":
      return `Lost the connection to ${name(event.data.address)}.`;
    case "network.peer_health": {
      const { node_id: id, healthy, latency_ms: latency } = event.data;
      const time = latency === null ? "" : `, ${numeral(latency, 1)} ms`;
      return `Peer ${name(id)} is ${healthy ? "healthy" : "unhealthy"}${time}.`;
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

function amount(units: string, address: string, name: (id: string) => string): string {
  const token = tokens.value.value?.find((one) => one.address === address);
  return token
    ? `${formatUnits(units, decimalsOf(token))} ${token.symbol}`
    : `${grouped(units)} of ${name(address)}`;
}

/** All of an event, for the title of what {@link describe} shortens. */
export function describeWhole(event: NodeEventMessage): string {
  return describe(event, (id) => id);
}
