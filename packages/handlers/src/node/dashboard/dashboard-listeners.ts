/** The event socket of the dashboard: who is let in, and what a slow reader may miss. */

import type { Incoming } from "@bourse/contract";
import type { DataNode, NodeEvent } from "@bourse/node-core";

import type { NodeAccess } from "../access.ts";
import { createListenerCheck } from "../authenticate.ts";
import { translateNodeError } from "../translate.ts";
import { refuseForeign } from "./same-site-guard.ts";

/**
 * Creates the check of a handshake: it lets in whom `access` lets in, from the dashboard's own page or a program, and
 * throws the Problem of anybody else.
 */
export function dashboardListeners(
  node: DataNode,
  access: NodeAccess,
): (handshake: Omit<Incoming, "body" | "signal" | "method">) => Promise<void> {
  const checkListener = createListenerCheck(node, access);
  return async (handshake) => {
    refuseForeign(handshake.headers);
    try {
      await checkListener(handshake);
    } catch (error) {
      throw translateNodeError(error) ?? error;
    }
  };
}

/** Key of events of which a slow reader needs only the newest one; undefined for all others. */
export function conflateNodeEvents({ type, data }: NodeEvent): string | undefined {
  if (type === "network.stats_update" || type === "health.update") return type;
  return type === "token.balance_update" ? `${type} ${data.address} ${data.token}` : undefined;
}
