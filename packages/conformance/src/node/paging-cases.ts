import { randomUUID } from "node:crypto";

import type { NodeExternalApi, NodeInternalApi } from "@bourse/contract/node";

import { expectPages, type PagedList, type PagingOperation } from "../http/paging.ts";
import { eventually, type Wire } from "../http/wire.ts";
import { expectError, type NodeCase, type NodeService } from "./node-service.ts";

/** Deliveries of webhooks are the cases' of webhooks: they come when the node does, not when a caller calls. */
type Operation = Exclude<
  PagingOperation<NodeInternalApi["routes"] & NodeExternalApi["routes"]>,
  "listWebhookDeliveries"
>;

interface OwnList extends Pick<PagedList, "path" | "id" | "others" | "insert"> {
  /** Name of the field with the items; none where the answer is the list. */
  readonly field?: string;
  readonly api: "internal" | "external";
}

function share({ external, key, recipient }: NodeService): () => Promise<unknown> {
  return () => external.post("/share_data", { data: randomUUID(), recipient }, key);
}

function keyOf({ internal }: NodeService): () => Promise<unknown> {
  return () => internal.post("/api-keys", { name: "pages", scopes: ["read"] });
}

/** Makes the insertion that a list shows later than it is answered. */
function shownIn(wire: Wire, path: string, insert: () => Promise<unknown>): () => Promise<void> {
  const total = async (): Promise<number> => {
    const { json } = await wire.get(path);
    return (json as { readonly total: number }).total;
  };
  return async () => {
    const before = await total();
    await insert();
    await eventually(total, (now) => now > before);
  };
}

/** Every route that pages. */
const LISTS: Readonly<Record<Operation, (by: NodeService) => OwnList>> = {
  listTransactions: ({ internal, address: from, recipient: to, token }) => ({
    api: "internal",
    path: "/transactions",
    field: "transactions",
    id: "id",
    others: ["/transactions?open=true", "/shares", "/audit"],
    insert: async () => {
      await internal.post("/tokens", token);
      await internal.post("/transfer", { from, to, amount: 1, token: token.address });
    },
  }),
  listShares: (service) => ({
    api: "internal",
    path: "/shares",
    field: "shares",
    id: "transaction_id",
    others: ["/received", "/transactions"],
    insert: share(service),
  }),
  listApiKeys: (service) => ({
    api: "internal",
    path: "/api-keys",
    field: "keys",
    id: "id",
    others: ["/shares", "/audit"],
    insert: keyOf(service),
  }),
  listAudit: (service) => ({
    api: "internal",
    path: "/audit",
    id: "sequence",
    others: ["/audit?outcome=ok", "/api-keys"],
    insert: keyOf(service),
  }),
  complianceHistory: (service) => ({
    api: "external",
    path: "/compliance_history?filters=data_share",
    field: "history",
    id: "tx_hash",
    others: ["/compliance_history", "/compliance_history?filters=other"],
    // The index follows the chain.
    insert: shownIn(service.external, "/compliance_history?limit=1", share(service)),
  }),
  listReceived: ({ internal, receive = () => Promise.resolve() }) => ({
    api: "internal",
    path: "/received",
    field: "received",
    id: "id",
    others: ["/received?verified=true", "/shares"],
    insert: shownIn(internal, "/received?limit=1", receive),
  }),
};

/** The lists that page. */
export const pagingCases: readonly NodeCase[] = Object.entries(LISTS).map(
  ([operation, listOf]) => ({
    name: `${operation}: its links lead through every item once, in order, while others come in`,
    run: async (service: NodeService) => {
      if (operation === "listReceived" && service.receive === undefined) return;
      const { api, field, ...list } = listOf(service);
      await expectPages({
        ...list,
        get: (path) => service[api].get(path),
        itemsOf: ({ json }) => {
          const data = field === undefined ? json : (json as Record<string, unknown>)[field];
          return data as readonly unknown[];
        },
        expectRefused: (answer) => expectError(answer, 422, "cursor"),
      });
    },
  }),
);
