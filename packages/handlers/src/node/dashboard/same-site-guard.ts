/** Refuses changes that another site's page has sent: the browser says so in Sec-Fetch-Site (W3C Fetch Metadata). */

import { Problem, problemReply, type BoundRoute } from "@bourse/contract";
import { nodeDashboardApi } from "@bourse/contract/node";

const refusal = new Problem({
  code: "FORBIDDEN",
  status: 403,
  message: "Cross-site request refused: only the dashboard's own page may call this endpoint.",
});

/**
 * True when a browser says that the request comes from another site. A page on another port of this machine is
 * `same-site` and none of ours; programs send no such header.
 */
function isForeign(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** Returns the routes, closed to other sites' pages where they change something: 403 FORBIDDEN. */
export function guardChanges(routes: readonly BoundRoute[]): readonly BoundRoute[] {
  return routes.map((row) =>
    row.method === "GET"
      ? row
      : {
          ...row,
          run: (incoming) =>
            isForeign(incoming.headers)
              ? problemReply(nodeDashboardApi.wire, refusal)
              : row.run(incoming),
        },
  );
}

/** Refuses a WebSocket that another site's page opens. @throws Problem FORBIDDEN */
export function refuseForeign(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): void {
  if (isForeign(headers)) throw refusal;
}
