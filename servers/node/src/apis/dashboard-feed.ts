import {
  createListenerCheck,
  translateNodeError,
  wireEvent,
  type NodeAccess,
} from "@bourse/handlers/node";
import type { DataNode, NodeEvent } from "@bourse/node-core";
import { plainDialect } from "@bourse/sockets";

import { refuseForeign } from "../dashboard/same-site-guard.ts";
import { createTermFeed, type TermFeed } from "../writer/term-feed.ts";

/** Creates the event socket of the dashboard, for those whom `access` lets in from its own page or a program. */
export function createDashboardFeed(node: DataNode, access: NodeAccess): TermFeed {
  const checkListener = createListenerCheck(node, access);
  return createTermFeed(
    "/ws",
    { dialect: { ...plainDialect, event: wireEvent }, conflateBy },
    async (handshake) => {
      refuseForeign(handshake.headers);
      try {
        await checkListener(handshake);
      } catch (error) {
        throw translateNodeError(error) ?? error;
      }
    },
  );
}

/** Key of events of which a slow reader needs only the newest one; undefined for all others. */
function conflateBy({ type, data }: NodeEvent): string | undefined {
  if (type === "network.stats_update" || type === "health.update") return type;
  return type === "token.balance_update" ? `${type} ${data.address} ${data.token}` : undefined;
}
