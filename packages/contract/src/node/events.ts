/** The seventeen events, as they go over the socket: `{type, data, timestamp}`. */

import * as z from "zod";

import { clientMessages, eventMessages, type MessageDialect } from "../asyncapi/event-messages.ts";
import type { Schema } from "../route/schema.ts";
import type { SocketDocs } from "../route/socket-docs.ts";
import { ComplianceEvent } from "./compliance.ts";
import {
  BalanceUpdate,
  ComponentChange,
  DataReceived,
  DataShared,
  DataVerified,
  HealthUpdate,
  NodeFault,
  NodeState,
  PeerConnection,
  PeerHealth,
  TokenAdded,
  TransferCompleted,
  TransferFailed,
} from "./event-data.ts";
import { Text, Time } from "./fields.ts";
import { NetworkStats } from "./network.ts";
import { DASHBOARD_ACCESS } from "./services.ts";

/** The schema of the data of each event, by its type. */
export const nodeEventData = {
  "health.update": HealthUpdate,
  "health.component_change": ComponentChange,
  "token.balance_update": BalanceUpdate,
  "token.transfer_completed": TransferCompleted,
  "token.transfer_failed": TransferFailed,
  "token.added": TokenAdded,
  "data.shared": DataShared,
  "data.received": DataReceived,
  "data.verified": DataVerified,
  "compliance.event": ComplianceEvent,
  "network.peer_connected": PeerConnection,
  "network.peer_disconnected": PeerConnection,
  "network.peer_health": PeerHealth,
  "network.stats_update": NetworkStats,
  "system.node_started": NodeState,
  "system.node_stopping": NodeState,
  "system.error": NodeFault,
};

/** The type of a node's event. */
export type NodeEventType = keyof typeof nodeEventData;

/** An event of the node as a client receives it; narrow it by its type. */
export type NodeEventMessage = {
  [Type in NodeEventType]: {
    readonly type: Type;
    readonly data: z.infer<(typeof nodeEventData)[Type]>;
    /** Unix seconds with fraction. */
    readonly timestamp: number;
    /** `<epoch>:<sequence>`, with the subprotocol `bourse.events.v1` only. */
    readonly id?: string;
  };
}[NodeEventType];

/** The whole message of one event, for checks and documents. */
export function nodeEventMessage(type: NodeEventType): z.ZodType {
  return z.object({
    type: z.literal(type).describe("Kind of the event."),
    data: nodeEventData[type],
    timestamp: Time.describe("Time of the event, Unix seconds with a fraction."),
    id: Text.optional().describe(
      "Place of the event, to resume after; present with the subprotocol bourse.events.v1.",
    ),
  });
}

const dialect: MessageDialect = { bodyKey: "data" };

/** The event socket of the dashboard, and the named schemas of its messages. */
export function nodeSockets(): {
  readonly sockets: Readonly<Record<string, SocketDocs>>;
  readonly schemas: Readonly<Record<string, Schema>>;
} {
  const types = Object.keys(nodeEventData) as NodeEventType[];
  const events = Object.fromEntries(types.map((type) => [type, nodeEventMessage(type)]));
  const since = Text.optional().describe(
    "Place of the last event that is known; later ones follow.",
  );
  return {
    sockets: {
      events: {
        path: "/ws",
        summary: "The events of the node",
        description:
          "With the subprotocol `bourse.events.v1` every event has an `id`, and `?since=<id>` sends every event after that one; where it is not known any more, the first message has `gap: true` and the newest 20 events follow, as they do without it.",
        security: DASHBOARD_ACCESS,
        query: z.object({ since }),
        sends: eventMessages(dialect, events),
        takes: clientMessages(dialect),
      },
    },
    schemas: {
      BalanceUpdate,
      ComponentChange,
      DataReceived,
      DataShared,
      DataVerified,
      HealthUpdate,
      NetworkStats,
      NodeFault,
      NodeState,
      PeerConnection,
      PeerHealth,
      TokenAdded,
      TransferCompleted,
      TransferFailed,
      ...Object.fromEntries(types.map((type) => [schemaName(type), events[type]!])),
    },
  };
}

/** `token.transfer_failed` as `TokenTransferFailedEvent`. */
function schemaName(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}Event`;
}
