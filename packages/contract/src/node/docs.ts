/** What the node's APIs say about themselves: for the docs pages and OpenAPI, not for clients. */

import type { ApiDocs, DocumentedApi, RouteDocs } from "../route/docs.ts";
import { errorFormatErrors } from "../wire/error-schemas.ts";
import {
  nodeDashboardApi,
  nodeExternalApi,
  nodeInternalApi,
  type NodeDashboardApi,
  type NodeExternalApi,
  type NodeInternalApi,
} from "./api.ts";
import { ComplianceEvent } from "./compliance.ts";
import * as examples from "./examples.ts";
import { ApiKey, KeyScope } from "./keys.ts";
import { Peer } from "./network.ts";
import { ShareStatus } from "./shares.ts";
import { Token } from "./tokens.ts";

type Example = NonNullable<RouteDocs["example"]>;

/** A row of the published document, with what it leaves open. */
function seeded(
  tag: string,
  row: string,
  summary: string,
  example: Example,
  unspecified: readonly string[] = [],
): RouteDocs {
  return { summary, tags: [tag], seed: row, unspecified, example };
}

/** A route that the published document does not have. */
function added(
  tag: string,
  summary: string,
  example: Example,
  more: readonly string[] = [],
): RouteDocs {
  return {
    summary,
    tags: [tag],
    unspecified: ["Not in the published document.", ...more],
    example,
  };
}

const RETRY =
  "Idempotency-Key: the same key and body get the first answer for 24 hours, another body is 422, a call under way 409.";
const AMOUNT =
  "An amount is a JSON integer or a string of decimal digits; both are exact up to 2^256 − 1.";
const CHAIN_AWAY = "503 when the chain does not answer; nothing was sent then.";
const UNHEALTHY = "200 while healthy or degraded, 503 when unhealthy; never limited.";

const internalDocs = {
  balance: seeded(
    "tokens",
    "Internal API: GET /balance/{address}",
    "Balance of an address in the smallest unit",
    { response: examples.balance },
    ["The native token; `token` asks for an ERC-20.", CHAIN_AWAY],
  ),
  transfer: seeded(
    "tokens",
    "Internal API: POST /transfer",
    "Pay from a wallet of this node",
    { body: examples.transfer, response: examples.transferred },
    [
      "`from` must be a wallet of this node, else 422 for that field.",
      "The zero address as token is the native one.",
      AMOUNT,
      "422 names the field when funds do not suffice or the token is unsupported; a transfer that failed on the chain is 409.",
      "202 with success false and status pending: sent, and not settled in time; the same Idempotency-Key tells later.",
      CHAIN_AWAY,
      RETRY,
    ],
  ),
  listTokens: seeded(
    "tokens",
    "Internal API: GET /tokens",
    "Tokens that the node handles",
    { response: examples.tokens },
    ["Each entry also has its symbol and decimals; the native one comes first."],
  ),
  addToken: seeded(
    "tokens",
    "Internal API: POST /tokens",
    "Add an ERC-20 token",
    { body: examples.newToken, response: examples.addedToken },
    [
      "Success is 201 {success, address}; a token that is known already is 200.",
      "The address must answer as an ERC-20, else 422; the ABI is checked and kept, and money goes by the standard's.",
    ],
  ),
  listShares: added("data", "Shares of this node, newest first", { response: examples.shares }),
  self: added("network", "Who this node is to others", { response: examples.self }),
  createApiKey: added("keys", "Make an API key; it is told once", {
    body: examples.apiKeyRequest,
    response: examples.createdApiKey,
  }),
  listApiKeys: added("keys", "API keys, without the keys", { response: examples.apiKeys }),
  revokeApiKey: added("keys", "Revoke an API key", { response: examples.revokedApiKey }),
};

const externalDocs = {
  shareData: seeded(
    "data",
    "External API: POST /share_data",
    "Share data with a recipient, sealed, proved on the chain, paid if asked",
    { body: examples.share, response: examples.shared },
    [
      "Success is 201; the header Data-Hash carries the data's SHA-256.",
      "It is told when the proof is on the chain and the sealed copy is durable; delivery follows and shows in GET /shares.",
      "202 with success false and status pending: durable, and the chain has not settled it in time.",
      "1 MB is 1,048,576 bytes of UTF-8; one more is 422. A body over the cap of the route is 413.",
      "payment_token and payment_amount come together; `payer` says who pays, by default this node's wallet.",
      AMOUNT,
      CHAIN_AWAY,
      RETRY,
    ],
  ),
  getData: seeded(
    "data",
    "External API: GET /data/{data_hash}",
    "Data that was shared by this node or with it",
    { response: examples.stored },
    ["The answer is {hash, data}. The hash may come in upper case."],
  ),
  verifyData: seeded(
    "compliance",
    "External API: GET /verify_data/{data_hash}",
    "Whether a share of this data is recorded on the chain",
    { response: examples.verification },
    [
      "No key is needed. The answer is {hash, verified, event_type}; event_type is null when it is not.",
    ],
  ),
  complianceHistory: seeded(
    "compliance",
    "External API: GET /compliance_history",
    "Compliance events, newest first",
    { response: examples.history },
    [
      "No key is needed. Filters have letters, digits, `_`, `-` and `.`.",
      "`limit` is 1–1000, by default 100; `cursor` takes the `next_cursor` of the page before; `total` counts all.",
    ],
  ),
  exportCompliance: added(
    "compliance",
    "The whole compliance history as a file, oldest first",
    { response: examples.exported },
    [
      "No key is needed. `filters` as for the history; `format` is jsonl (JSON lines, by default) or csv (RFC 4180).",
      "Each line also has sender, payment_token and payment_amount (null, or empty, without a payment), block_number, block_hash, log_index and link.",
      "`link` is the SHA-256 of [[link of the line before, block_hash, block_number, log_index, tx_hash, timestamp], [sender, recipient, data_hash, event_type, payment_token, payment_amount]] as JSON without spaces; before the first line it is 64 zeros. Without filters the file is thus verified by its reader alone; a line that does not follow from the one before was altered, or the chain was reorganised meanwhile.",
      "It is streamed, and ends with the history as it stands then; an answer that is cut off is no whole one.",
      "In CSV an event type that begins with - or . has an apostrophe before it, so that no spreadsheet takes it for a formula.",
    ],
  ),
  networkStats: seeded(
    "network",
    "External API: GET /network/stats",
    "Peers and traffic",
    { response: examples.stats },
    ["No key is needed."],
  ),
  listPeers: seeded(
    "network",
    "External API: GET /network/peers",
    "Known peers",
    { response: examples.peers },
    [
      "The answer is {peers, count}; a peer has node_id, address, healthy, last_seen, latency_ms and success_rate.",
      "No key is needed; with one each peer has its multiaddrs too.",
    ],
  ),
};

/** The rows of the dashboard: the same, under its own paths. */
function proxied<Docs extends Readonly<Record<string, RouteDocs>>>(docs: Docs): Docs {
  const entries = Object.entries(docs).map(([key, { seed, ...rest }]) => {
    const row = /([A-Z]+) (\/\S+)$/.exec(seed ?? "");
    if (row === null) return [key, rest] as const;
    return [key, { ...rest, seed: `Dashboard API: ${row[1]} /api${row[2]}` }] as const;
  });
  return Object.fromEntries(entries) as Record<string, RouteDocs> as Docs;
}

const common = {
  errors: errorFormatErrors,
  schemas: { Token, Peer, ComplianceEvent, ApiKey, KeyScope, ShareStatus },
  glossary: {
    address: "0x and 40 hex digits.",
    amount: "In the token's smallest unit (wei): a JSON integer or a string of decimal digits.",
    payment_amount: "In the token's smallest unit: a JSON integer or a string of decimal digits.",
    balance: "In the token's smallest unit, decimal digits.",
    token: "The token's contract; the zero address is the native token.",
    data_hash: "SHA-256 of the data's UTF-8 bytes, 64 hex digits.",
    hash: "SHA-256 of the data's UTF-8 bytes, 64 hex digits.",
    timestamp: "Unix seconds.",
    last_seen: "Unix seconds; null when never seen.",
    created_at: "Unix seconds.",
    uptime: "Seconds.",
    data_sent: "Bytes.",
    data_received: "Bytes.",
    key: "Told once.",
  },
};

export const documentedNodeInternalApi: DocumentedApi<NodeInternalApi["routes"]> = {
  ...nodeInternalApi,
  docs: {
    ...common,
    routes: {
      health: seeded(
        "health",
        "Internal API: GET /health",
        "How the node is, with its components",
        { response: examples.internalHealth },
        [UNHEALTHY, "`chain` tells the chain in use and whether it is a development chain."],
      ),
      ...internalDocs,
    },
  } satisfies ApiDocs<NodeInternalApi["routes"]>,
};

export const documentedNodeExternalApi: DocumentedApi<NodeExternalApi["routes"]> = {
  ...nodeExternalApi,
  docs: {
    ...common,
    routes: {
      health: seeded(
        "health",
        "External API: GET /health",
        "How the node is",
        { response: examples.externalHealth },
        [UNHEALTHY, "`p2p` tells whether the peer network runs, and how many peers are connected."],
      ),
      ...externalDocs,
    },
  } satisfies ApiDocs<NodeExternalApi["routes"]>,
};

export const documentedNodeDashboardApi: DocumentedApi<NodeDashboardApi["routes"]> = {
  ...nodeDashboardApi,
  docs: {
    ...common,
    routes: {
      health: seeded(
        "health",
        "Dashboard API: GET /api/health",
        "How the node is, with its components",
        { response: examples.dashboardHealth },
        [UNHEALTHY, "node_id beside what the internal API tells."],
      ),
      ...proxied(internalDocs),
      ...proxied(externalDocs),
      info: seeded(
        "dashboard",
        "Dashboard API: GET (dashboard info)",
        "Node id, socket clients, kept events, ports",
        { response: examples.info },
        ["The path is /api/dashboard/info."],
      ),
    },
  } satisfies ApiDocs<NodeDashboardApi["routes"]>,
};
