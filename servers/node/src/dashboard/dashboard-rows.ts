/** What the dashboard's port answers beside its API: an entry for browsers, and a word to those who find no page. */

import type { BoundRoute, Incoming, Outgoing } from "@bourse/contract";
import { JSON_HEADERS, problemReply, Problem, route } from "@bourse/contract";
import { nodeDashboardApi } from "@bourse/contract/node";
import type { HttpLogger } from "@bourse/http";
import * as z from "zod";

import type { Sessions } from "./sessions.ts";

/** `GET /` while the web page is not built (seed 002). */
export function rootRow(version: string): BoundRoute {
  const body = JSON.stringify({
    name: "bourse-node",
    version,
    message: "The web page of this dashboard is not built; its API answers below /api.",
    api: "/api/dashboard/info",
    events: "/ws",
  });
  return rowOf("root", "/", () => ({ status: 200, headers: JSON_HEADERS, body }));
}

/** `GET /session?token=`: the one-time link. A good token becomes a cookie and leads to the page. */
export function sessionRow(sessions: Sessions, logger: HttpLogger): BoundRoute {
  return rowOf("session", "/session", ({ search, isSecure = false }) => {
    const token = new URLSearchParams(search).get("token") ?? "";
    const entered = sessions.enter(token, isSecure);
    if (entered === undefined) return refused();
    logger.info({}, "a browser entered the dashboard by the one-time link");
    return {
      status: 303,
      headers: { location: "/", "set-cookie": entered.cookie, "cache-control": "no-store" },
      body: undefined,
    };
  });
}

function refused(): Outgoing {
  return problemReply(
    nodeDashboardApi.wire,
    new Problem({
      code: "UNAUTHORIZED",
      status: 401,
      message:
        "This link was used, is over, or never was one; the node prints a new one when it starts.",
    }),
  );
}

function rowOf(key: string, path: string, run: (incoming: Incoming) => Outgoing): BoundRoute {
  const definition = route("GET", path, { responses: { 200: z.unknown() } });
  return { key, method: "GET", path, route: definition, run };
}
