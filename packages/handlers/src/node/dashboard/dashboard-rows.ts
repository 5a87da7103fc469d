/** Routes of the dashboard's port beside its API: the entry for browsers. */

import {
  type BoundRoute,
  type Incoming,
  media,
  type Outgoing,
  Problem,
  problemReply,
  route,
} from "@bourse/contract";
import { nodeDashboardApi } from "@bourse/contract/node";
import type { AuditTrail, Logger } from "@bourse/kernel";

import { translateNodeError } from "../translate.ts";
import type { Sessions } from "./sessions.ts";

/** Parts of the routes that open a session. */
export interface SessionParts {
  /** Sessions of the dashboard. */
  readonly sessions: Sessions;
  /** Log of browsers that enter. */
  readonly logger: Pick<Logger, "info">;
  /** Audit trail of the node, which records every attempt. */
  readonly trail: AuditTrail;
}

/** Records an attempt to open a session before it is answered; with a code it was refused. */
async function record(
  trail: AuditTrail,
  { clientAddress }: Incoming,
  by: "link" | "key",
  { actor, code = null }: { readonly actor: string; readonly code?: string | null },
): Promise<void> {
  trail.append({
    action: "session.opened",
    actor,
    outcome: code === null ? "ok" : "refused",
    code,
    address: clientAddress ?? null,
    details: { by },
  });
  await trail.flush();
}

/** The route `GET /session?token=` of the one-time link: a good token becomes a cookie and leads to the page. */
export function sessionRow({ sessions, logger, trail }: SessionParts): BoundRoute {
  return rowOf("session", "GET", "/session", async (incoming) => {
    const { search, isSecure = false } = incoming;
    const token = new URLSearchParams(search).get("token") ?? "";
    const entered = sessions.enter(token, isSecure);
    if (entered === undefined) {
      await record(trail, incoming, "link", { actor: "anonymous", code: "UNAUTHORIZED" });
      return refused();
    }
    await record(trail, incoming, "link", { actor: "operator" });
    logger.info({}, "a browser entered the dashboard by the one-time link");
    return {
      status: 303,
      headers: { location: "/", "set-cookie": entered.cookie, "cache-control": "no-store" },
      body: undefined,
    };
  });
}

/**
 * The route `POST /session` with X-API-Key: the operator's own key, or one with the scope `admin`, becomes a cookie. A
 * page cannot send a key with its event socket or its downloads.
 */
export function keySessionRow(
  { sessions, logger, trail }: SessionParts,
  checkKey: (
    incoming: Incoming,
  ) => Promise<{ readonly actor: string; readonly key: string | null }>,
): BoundRoute {
  return rowOf("keySession", "POST", "/session", async (incoming) => {
    let key: string | null;
    try {
      const checked = await checkKey(incoming);
      ({ key } = checked);
      await record(trail, incoming, "key", { actor: checked.actor });
    } catch (error) {
      const problem = translateNodeError(error);
      if (problem === undefined) throw error;
      await record(trail, incoming, "key", { actor: "anonymous", code: problem.code });
      return problemReply(nodeDashboardApi.wire, problem);
    }
    logger.info({}, "a browser entered the dashboard by a key");
    const { cookie } = sessions.open(incoming.isSecure === true, key);
    return {
      status: 204,
      headers: { "set-cookie": cookie, "cache-control": "no-store" },
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

function rowOf(
  key: string,
  method: "GET" | "POST",
  path: string,
  run: BoundRoute["run"],
): BoundRoute {
  const definition = route(method, path, { responses: { 200: media("text/html") } });
  return { key, method, path, route: definition, run };
}
