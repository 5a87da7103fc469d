/** The entry for browsers beside the dashboard's API, and the guard of both against other sites' pages. */

import type { BoundRoute, Incoming } from "@bourse/contract";
import type { Logger } from "@bourse/kernel";
import type { ApiKeys, DataNode } from "@bourse/node-core";

import type { NodeAccess } from "../access.ts";
import { keySessionRow, sessionRow } from "./dashboard-rows.ts";
import { guardChanges } from "./same-site-guard.ts";
import type { Sessions } from "./sessions.ts";

/** Parts of {@link withDashboardEntry}. */
export interface DashboardEntryParts {
  /** Node behind the dashboard. */
  readonly node: Pick<DataNode, "keys" | "trail">;
  /** Access rules of the dashboard. */
  readonly access: Pick<NodeAccess, "isKey">;
  /** Sessions of the dashboard. */
  readonly sessions: Sessions;
  /** Log of browsers that enter. */
  readonly logger: Pick<Logger, "info">;
}

/**
 * Returns the routes of the dashboard's API, closed to other sites' pages where they change something, and `/session`
 * beside them: GET takes the one-time link, POST the operator's own key or an API key with the scope `admin`, with
 * which the session ends.
 */
export function withDashboardEntry(
  api: readonly BoundRoute[],
  { node, access, sessions, logger }: DashboardEntryParts,
): readonly BoundRoute[] {
  const parts = { sessions, logger, trail: node.trail };
  return [
    ...guardChanges(api),
    sessionRow(parts),
    ...guardChanges([keySessionRow(parts, (incoming) => operatorOf(node.keys, access, incoming))]),
  ];
}

/** @throws NodeError UNAUTHORIZED, FORBIDDEN */
async function operatorOf(
  keys: Pick<ApiKeys, "authorize">,
  { isKey }: Pick<NodeAccess, "isKey">,
  { headers }: Pick<Incoming, "headers">,
): Promise<{ readonly actor: string; readonly key: string | null }> {
  const key = headers["x-api-key"];
  const credential = typeof key === "string" ? key : undefined;
  if (credential !== undefined && isKey(credential)) return { actor: "operator", key: null };
  const holder = await keys.authorize(credential, "admin");
  return { actor: `key:${holder.id}`, key: credential ?? null };
}
