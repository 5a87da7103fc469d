/** The event socket of a node that may stand by: each term of it as the writer has a fan-out of its own. */

import type { Handshake, SocketRoute } from "@bourse/http";
import type { EventBus, NodeEvent } from "@bourse/node-core";
import { createFanOut, type FanOut, type FanOutOptions } from "@bourse/sockets";

import { standbyProblem } from "./standby-gate.ts";

export interface TermFeed {
  readonly route: SocketRoute;
  /** Number of connected clients. */
  clients(): number;
  /** Number of events in the history. */
  historySize(): number;
  /** Sends the events of a bus from now on. */
  begin(events: EventBus): void;
  /** Tells every client 1001 and refuses new ones, until the next `begin`. */
  end(): Promise<void>;
}

/** Creates the feed; clients are refused with 503 STANDBY until it begins. */
export function createTermFeed(
  path: string,
  options: Omit<FanOutOptions<NodeEvent>, "source">,
  authorize: (handshake: Handshake) => Promise<void>,
): TermFeed {
  let now:
    | { readonly events: EventBus; readonly fanOut: FanOut<NodeEvent>; readonly route: SocketRoute }
    | undefined;
  const end = async (): Promise<void> => {
    const { fanOut } = now ?? {};
    now = undefined;
    await fanOut?.close();
  };
  return {
    route: {
      path,
      authorize: async (handshake) => {
        if (now === undefined) throw standbyProblem();
        await authorize(handshake);
        if (now === undefined) throw standbyProblem();
      },
      accept: (upgrade) => {
        if (now === undefined) upgrade.socket.destroy();
        else now.route.accept(upgrade);
      },
      drain: end,
    },
    clients: () => now?.fanOut.counters().clients ?? 0,
    historySize: () => now?.events.size ?? 0,
    begin: (events) => {
      const fanOut = createFanOut({ ...options, source: events });
      now = { events, fanOut, route: fanOut.route(path) };
    },
    end,
  };
}
