/** The calls that can be iterated over, and the types of their items. */

import type * as auth from "@bourse/contract/auth";
import type * as backtest from "@bourse/contract/backtest";
import type * as curation from "@bourse/contract/curation";
import type * as node from "@bourse/contract/node";
import { expect, expectTypeOf, test } from "vitest";

import type { AuthClient } from "../src/auth/index.ts";
import type { BacktestClient } from "../src/backtest/index.ts";
import type { CurationAdminClient } from "../src/curation/admin.ts";
import type { DraftsClient } from "../src/curation/drafts.ts";
import type { CurationClient } from "../src/curation/index.ts";
import type { ReviewClient } from "../src/curation/review.ts";
import type { ExecutionClient } from "../src/execution/index.ts";
import { iterate, type ItemOf, type ListCall } from "../src/index.ts";
import {
  createNodeInternalClient,
  type NodeDashboardClient,
  type NodeExternalClient,
  type NodeInternalClient,
} from "../src/node/index.ts";
import type { ResearchClient } from "../src/research/index.ts";
import { json } from "./script.ts";

/** Names of the calls of a client that can be iterated over. */
type Lists<C> = { [K in keyof C]: C[K] extends ListCall ? K : never }[keyof C];

test("exactly the routes that page can be iterated over", () => {
  expectTypeOf<Lists<AuthClient>>().toEqualTypeOf<
    | "listApiKeys"
    | "getApiKeyUsage"
    | "listDeployments"
    | "listTransactions"
    | "listWebhookDeliveries"
    | "listAudit"
  >();
  expectTypeOf<Lists<BacktestClient>>().toEqualTypeOf<"listJobs" | "listWebhookDeliveries">();
  expectTypeOf<Lists<ResearchClient>>().toEqualTypeOf<"getJobTrades">();
  expectTypeOf<Lists<ExecutionClient>>().toEqualTypeOf<
    | "listOrders"
    | "listSessions"
    | "listSessionDecisions"
    | "listSessionOrders"
    | "listSessionFills"
    | "listSessionEquity"
    | "listAudit"
  >();
  expectTypeOf<Lists<CurationClient>>().toEqualTypeOf<
    "listMarkets" | "listMarketsOfWallet" | "listWebhookDeliveries"
  >();
  expectTypeOf<Lists<DraftsClient>>().toEqualTypeOf<"listDrafts">();
  expectTypeOf<Lists<ReviewClient>>().toEqualTypeOf<"curatorQueue">();
  expectTypeOf<Lists<CurationAdminClient>>().toEqualTypeOf<
    "listUsers" | "listAdmins" | "listAudit"
  >();
  type Internal =
    | "listTransactions"
    | "listShares"
    | "listReceived"
    | "listApiKeys"
    | "listAudit"
    | "listWebhookDeliveries";
  expectTypeOf<Lists<NodeInternalClient>>().toEqualTypeOf<Internal>();
  expectTypeOf<Lists<NodeExternalClient>>().toEqualTypeOf<"complianceHistory">();
  expectTypeOf<Lists<NodeDashboardClient>>().toEqualTypeOf<Internal | "complianceHistory">();
});

test("the items of each list have the type of its route", () => {
  expectTypeOf<ItemOf<AuthClient["listDeployments"]>>().toEqualTypeOf<auth.Deployment>();
  expectTypeOf<ItemOf<AuthClient["listAudit"]>>().toEqualTypeOf<auth.AuditEntry>();
  expectTypeOf<ItemOf<BacktestClient["listJobs"]>>().toEqualTypeOf<backtest.ListedJob>();
  expectTypeOf<ItemOf<ResearchClient["getJobTrades"]>>().toEqualTypeOf<backtest.JobTrade>();
  expectTypeOf<ItemOf<ExecutionClient["listOrders"]>>().toEqualTypeOf<backtest.Order>();
  expectTypeOf<ItemOf<CurationClient["listMarkets"]>>().toEqualTypeOf<curation.MarketItem>();
  expectTypeOf<ItemOf<DraftsClient["listDrafts"]>>().toEqualTypeOf<curation.Draft>();
  expectTypeOf<ItemOf<ReviewClient["curatorQueue"]>>().toEqualTypeOf<curation.QueueItem>();
  expectTypeOf<ItemOf<CurationAdminClient["listUsers"]>>().toEqualTypeOf<curation.User>();
  type External = NodeExternalClient["complianceHistory"];
  expectTypeOf<ItemOf<External>>().toEqualTypeOf<node.ComplianceEvent>();
  type Internal = NodeInternalClient;
  expectTypeOf<ItemOf<Internal["listTransactions"]>>().toEqualTypeOf<node.NodeTransaction>();
  expectTypeOf<ItemOf<Internal["listReceived"]>>().toEqualTypeOf<node.ReceivedShare>();
  expectTypeOf<ItemOf<Internal["listApiKeys"]>>().toEqualTypeOf<node.ApiKey>();
});

test("a wrong call, a wrong filter and a missing parameter are errors of the types", () => {
  const uses = (
    backtests: BacktestClient,
    research: ResearchClient,
    execution: ExecutionClient,
    tokens: NodeInternalClient,
  ) => [
    // @ts-expect-error a job is no list
    () => iterate(backtests.getJob, { params: { uuid: "" } }),
    // @ts-expect-error the registered strategies have no pages
    () => iterate(backtests.listStrategies),
    // @ts-expect-error the open positions have no pages
    () => iterate(execution.listPositions),
    // @ts-expect-error the tokens have no pages
    () => iterate(tokens.listTokens),
    // @ts-expect-error jobs have no such filter
    () => iterate(backtests.listJobs, { query: { state: "failed" } }),
    // @ts-expect-error the trades of no job
    () => iterate(research.getJobTrades),
    () => iterate(research.getJobTrades, { params: { uuid: "" }, query: { limit: 10 } }),
  ];
  expect(uses).toBeTypeOf("function");
});

test("the items of a page are taken from the field that the route names", async () => {
  const client = createNodeInternalClient({
    baseUrl: "http://127.0.0.1:8080",
    fetch: async (input) => {
      const isFirst = !(input as string).includes("cursor");
      const transactions = isFirst ? [{ id: "b" }] : [{ id: "a" }];
      const reply = json(200, { transactions, count: 1, next_cursor: isFirst ? "x" : null });
      if (isFirst) reply.headers.set("link", `<?cursor=x>; rel="next"`);
      return reply;
    },
  });
  const ids: string[] = [];
  for await (const { id } of iterate(client.listTransactions)) ids.push(id);
  expect(ids).toEqual(["b", "a"]);
});
