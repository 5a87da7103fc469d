/** The event socket of the dashboard: who is let in, and what a slow reader may miss. */

import type { Incoming, ProofState } from "@bourse/contract";
import type { DataNode, NodeEvent } from "@bourse/node-core";

import { proofState } from "../../account-keys/proof-state.ts";
import type { NodeAccess } from "../access.ts";
import { createListenerCheck } from "../authenticate.ts";
import { translateNodeError } from "../translate.ts";
import { refuseForeign } from "./same-site-guard.ts";

/** Rules of the listeners: options of a changing feed of `@bourse/sockets`. */
export interface DashboardListeners {
  /**
   * Resolves for a handshake that is let in: by the rules of access, from the dashboard's own page or a program.
   *
   * @throws Problem
   */
  readonly authorize: (handshake: NodeHandshake) => Promise<void>;
  /** Judges the proof of a listener that was let in once more, which is no use of its key. Never rejects. */
  readonly reauthorize: (handshake: NodeHandshake) => Promise<ProofState>;
}

/** A WebSocket handshake, as far as the rules look at it. */
export type NodeHandshake = Omit<Incoming, "body" | "signal" | "method">;

/** Creates the rules of the listeners of one dashboard. */
export function dashboardListeners(node: DataNode, access: NodeAccess): DashboardListeners {
  const checkListener = createListenerCheck(node, access);
  const check = async (handshake: NodeHandshake, use: boolean): Promise<void> => {
    refuseForeign(handshake.headers);
    try {
      await checkListener(handshake, use);
    } catch (error) {
      throw translateNodeError(error) ?? error;
    }
  };
  return {
    authorize: (handshake) => check(handshake, true),
    reauthorize: (handshake) => proofState(() => check(handshake, false)),
  };
}

/** Key of events of which a slow reader needs only the newest one; undefined for all others. */
export function conflateNodeEvents({ type, data }: NodeEvent): string | undefined {
  if (type === "network.stats_update" || type === "health.update") return type;
  return type === "token.balance_update" ? `${type} ${data.address} ${data.token}` : undefined;
}
