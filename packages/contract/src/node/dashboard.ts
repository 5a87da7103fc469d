/** The dashboard's own route. */

import * as z from "zod";

import type { NotesOf } from "../route/docs.ts";
import { object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { INVALID, NoQuery, Count, Text } from "./fields.ts";

const Port = z.int().min(1).max(65_535);

const portFields = {
  /** Port of the internal API, 1–65,535. */
  internal_api: Port,
  /** Port of the external API, 1–65,535. */
  external_api: Port,
  /** Port of the dashboard, 1–65,535. */
  dashboard: Port,
};
/** Ports of the interfaces of a node. */
export interface Ports extends Fields<typeof portFields> {}
const Ports: ObjectSchema<Ports> = object(portFields);

const infoFields = {
  /** Peer id of the node. */
  node_id: Text,
  /** Number of clients connected to the event socket. */
  websocket_clients: Count,
  /** Number of events kept for clients that connect. */
  event_history_size: Count,
  /** Version of the API. */
  api_version: Text,
  /** TCP ports of the node's APIs. */
  ports: Ports,
  /**
   * Proof of this caller: `operator` by a session or the operator's key, `key` by an API key, `local` on the node's
   * machine.
   */
  access: oneOf(["operator", "key", "local"]),
};
/** Facts about the node for its dashboard. */
export interface DashboardInfo extends Fields<typeof infoFields> {}
export const DashboardInfo: ObjectSchema<DashboardInfo> = object(infoFields);

export const dashboardInfoRoutes = {
  /**
   * Report the node id, the socket clients, the kept events and the ports.
   *
   * `GET /dashboard/info` with an API key or a session, unless a program on the node's machine
   * calls it directly.
   *
   * @throws Problem:
   * - UNAUTHORIZED (401): Log in, or send an API key.
   * - FORBIDDEN (403): Use a key or an account with this right.
   * - VALIDATION_ERROR (422): Correct what `issues` or the message names.
   * - RATE_LIMITED (429): Call again after the time in Retry-After.
   * @example
   *   await client.info();
   */
  info: route("GET", "/dashboard/info", {
    query: NoQuery,
    responses: { 200: DashboardInfo },
    errors: INVALID,
  }),
};

/** Notes of {@link dashboardInfoRoutes}. A function, so that bundlers drop it from clients. */
export function dashboardInfoNotes(): NotesOf<typeof dashboardInfoRoutes> {
  return {
    info: {
      tags: ["dashboard"],
      seed: "Dashboard API: GET (dashboard info)",
      unspecified: [
        "The path is /api/dashboard/info.",
        "`access` tells by what proof the caller came. A browser gets a session by POST /session with X-API-Key: the operator's key, or one with the scope admin.",
      ],
      example: {
        response: {
          node_id: "16Uiu2HAmN5sW4Zb6sPGJ3xNrLRb5vTQ8dJxSxaQ3kpA6RZPZ8mgq",
          websocket_clients: 2,
          event_history_size: 57,
          api_version: "1",
          ports: { internal_api: 8080, external_api: 8081, dashboard: 8082 },
          access: "local",
        },
      },
    },
  };
}
