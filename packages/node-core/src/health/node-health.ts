/** Health of the node: three components and the store, and the status that follows from them. */

import { checkStore, type Clock, type Store } from "@bourse/kernel";

import type { ChainHealth } from "../chain/port.ts";
import type { Components, HealthStatus } from "../events/components.ts";
import type { EventBus, NodeEvents } from "../events/index.ts";
import type { PeerNetwork } from "../peers/port.ts";

/** Health of the node. */
export interface HealthReport {
  /** Overall health. */
  readonly status: HealthStatus;
  /** State of each component. */
  readonly components: Components;
  /** Reason why the store cannot be written, in one sentence; null while it can. */
  readonly storeFault: string | null;
  /** Last known state of the chain. */
  readonly chain: ReturnType<ChainHealth["snapshot"]>;
}

export interface NodeHealth {
  report(): HealthReport;
  /** Looks now and tells what has changed as `health.component_change` and `health.update`. */
  look(): void;
  /** Tells `health.update` to whoever listens now, changed or not; it does not enter the history. */
  remind(): void;
  /** Writes to the store to see whether it can be written; calls within a moment share one write. */
  probe(): Promise<void>;
}

export interface HealthParts {
  readonly chain: ChainHealth;
  readonly peers: PeerNetwork;
  readonly store: Pick<Store, "probe">;
  readonly events: NodeEvents & Pick<EventBus, "tell">;
  readonly clock: Clock;
  readonly encryption: () => Components["encryption"];
}

export function createNodeHealth(parts: HealthParts): NodeHealth {
  const { chain, peers, store, events, clock, encryption } = parts;
  const checkWritable = checkStore(store, {
    clock,
    onChange: (fault) => {
      if (fault === null) return;
      events.emit("system.error", {
        component: "store",
        message: `${fault.reason} Look at its disk and its log.`,
        code: "STORE_UNWRITABLE",
      });
    },
  });
  let storeFault: string | null = null;
  let seen: HealthReport | undefined;

  const report = (): HealthReport => {
    const components: Components = {
      blockchain: chain.connected() ? "connected" : "disconnected",
      peerNetwork: peers.state,
      encryption: encryption(),
    };
    const status = statusOf(components, storeFault === null);
    return { status, components, storeFault, chain: chain.snapshot() };
  };

  return Object.freeze({
    report,
    look: () => {
      const now = report();
      const before = seen;
      seen = now;
      if (before === undefined) return;
      const names = Object.keys(now.components) as (keyof Components)[];
      const changed = names.filter((name) => now.components[name] !== before.components[name]);
      for (const component of changed) {
        events.emit("health.component_change", {
          component,
          from: before.components[component],
          to: now.components[component],
        });
      }
      if (changed.length > 0 || now.status !== before.status) {
        events.emit("health.update", { status: now.status, components: { ...now.components } });
      }
    },
    remind: () => {
      const { status, components } = report();
      events.tell("health.update", { status, components: { ...components } });
    },
    probe: async () => {
      storeFault = await checkWritable();
    },
  });
}

function statusOf(components: Components, writable: boolean): HealthStatus {
  if (components.encryption === "locked" || !writable) return "unhealthy";
  const isUp = components.blockchain === "connected" && components.peerNetwork === "running";
  return isUp ? "healthy" : "degraded";
}
