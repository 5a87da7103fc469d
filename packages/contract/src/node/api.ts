/** The data-sharing node as three tables: snake_case, no envelope, errors as `{error, field?, retry_after?}`. */

import { defineApi, type Api, type Routes } from "../route/api.ts";
import { documented, type DocumentedApi, type NotesOf, type RouteNotes } from "../route/docs.ts";
import { errorFormat } from "../wire/error-format.ts";
import { errorFormatErrors } from "../wire/error-schemas.ts";
import { AuditEntry, auditNotes } from "./audit.ts";
import { ComplianceEvent, complianceNotes } from "./compliance.ts";
import { dashboardInfoNotes } from "./dashboard.ts";
import { nodeSockets } from "./events.ts";
import { feeNotes } from "./fee-quotes.ts";
import { healthNotes } from "./health.ts";
import { ApiKey, keyNotes, KeyScope } from "./keys.ts";
import { networkNotes, Peer, selfNotes } from "./network.ts";
import { ownShareNotes, ShareStatus } from "./own-shares.ts";
import { receivedNotes, ReceivedShare } from "./received.ts";
import { dashboardRoutes, externalRoutes, internalRoutes } from "./routes.ts";
import { nodeDashboardService, nodeExternalService, nodeInternalService } from "./services.ts";
import { shareNotes } from "./shares.ts";
import { statsHistoryNotes } from "./stats-history.ts";
import { Token, tokenNotes } from "./tokens.ts";
import { transactionNotes } from "./transactions.ts";
import { Webhook, WebhookDelivery, webhookNotes, WebhookWithSecret } from "./webhooks.ts";

/** The API for the owner of the node; bound to loopback, and open there. */
export const nodeInternalApi: Api<typeof internalRoutes> = defineApi({
  ...nodeInternalService,
  title: "Bourse node, internal API",
  version: "1",
  wire: errorFormat,
  routes: internalRoutes,
});
/** The type of {@link nodeInternalApi}. */
export type NodeInternalApi = typeof nodeInternalApi;

/** The API for everybody; sharing and retrieving need a key. */
export const nodeExternalApi: Api<typeof externalRoutes> = defineApi({
  ...nodeExternalService,
  title: "Bourse node, external API",
  version: "1",
  wire: errorFormat,
  routes: externalRoutes,
});
/** The type of {@link nodeExternalApi}. */
export type NodeExternalApi = typeof nodeExternalApi;

/** Both under `/api`, for the web page. */
export const nodeDashboardApi: Api<typeof dashboardRoutes> = defineApi({
  ...nodeDashboardService,
  title: "Bourse node, dashboard API",
  version: "1",
  wire: errorFormat,
  routes: dashboardRoutes,
});
/** The type of {@link nodeDashboardApi}. */
export type NodeDashboardApi = typeof nodeDashboardApi;

/** The same API for a place behind proxies that change the case of header names: `x-api-key` will do. */
export function withAnyKeyCase<A extends Api<Routes>>(api: A): A {
  const schemes = Object.entries(api.security).map(([name, scheme]) => [
    name,
    scheme.type === "apiKey" ? { ...scheme, exactCase: false } : scheme,
  ]);
  return { ...api, security: Object.fromEntries(schemes) as Api["security"] };
}

const common = {
  tags: {
    health: "Health of the node.",
    tokens: "Balances, tokens, transfers and the transactions that wait.",
    data: "Data shared with other nodes and received from them.",
    network: "The node itself, its peers and its traffic.",
    keys: "API keys of the external API.",
    audit: "The audit trail.",
    webhooks: "Events of the node, posted to whoever subscribed, signed.",
    compliance: "The history of shares that the chain records.",
    dashboard: "Facts about the node for its web page.",
  },
  errors: errorFormatErrors,
  schemas: {
    AuditEntry,
    Token,
    Peer,
    ComplianceEvent,
    ApiKey,
    KeyScope,
    ShareStatus,
    ReceivedShare,
    Webhook,
    WebhookDelivery,
    WebhookWithSecret,
  },
};
const health = healthNotes();
const internal = {
  ...tokenNotes(),
  ...transactionNotes(),
  ...ownShareNotes(),
  ...receivedNotes(),
  ...selfNotes(),
  ...keyNotes(),
  ...auditNotes(),
  ...webhookNotes(),
};
const external = { ...shareNotes(), ...complianceNotes(), ...networkNotes() };

/** {@link nodeInternalApi} with its documentation, without the texts of `@bourse/documents`. */
export const documentedNodeInternalApi: DocumentedApi<typeof internalRoutes> = documented(
  nodeInternalApi,
  {
    ...common,
    description: "The API for the owner of a node, bound to loopback.",
    routes: { ...health.internal, ...internal },
  },
);

/** {@link nodeExternalApi} with its documentation, without the texts of `@bourse/documents`. */
export const documentedNodeExternalApi: DocumentedApi<typeof externalRoutes> = documented(
  nodeExternalApi,
  {
    ...common,
    description: "The API for everybody; sharing and retrieving data need a key.",
    routes: { ...health.external, ...external },
  },
);

const { sockets, schemas } = nodeSockets();

/** {@link nodeDashboardApi} with its documentation, without the texts of `@bourse/documents`. */
export const documentedNodeDashboardApi: DocumentedApi<typeof dashboardRoutes> = documented(
  nodeDashboardApi,
  {
    ...common,
    description:
      "The internal and the external API under `/api`, for the node's web page. Events arrive over the WebSocket `/ws`; its messages are described in `/asyncapi.json`.",
    sockets,
    schemas: { ...common.schemas, ...schemas },
    routes: {
      ...health.dashboard,
      ...proxied(internal),
      ...proxied(external),
      ...dashboardInfoNotes(),
      ...statsHistoryNotes(),
      ...feeNotes(),
    },
  },
);

/** The same notes for the dashboard's paths. */
function proxied<Notes extends NotesOf<Routes>>(notes: Notes): Notes {
  const entries = Object.entries<RouteNotes>(notes).map(([key, { seed, ...rest }]) => {
    const row = /([A-Z]+) (\/\S+)$/.exec(seed ?? "");
    if (row === null) return [key, rest] as const;
    return [key, { ...rest, seed: `Dashboard API: ${row[1]} /api${row[2]}` }] as const;
  });
  return Object.fromEntries(entries) as NotesOf<Routes> as Notes;
}
