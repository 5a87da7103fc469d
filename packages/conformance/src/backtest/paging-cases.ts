import assert from "node:assert/strict";

import type { BacktestApi, OrderList } from "@bourse/contract/backtest";

import type { Case } from "../http/case.ts";
import { expectRefusal } from "../http/expect.ts";
import { expectPages, type PagedList, type PagingOperation } from "../http/paging.ts";
import type { Wire } from "../http/wire.ts";
import { dispatch, ended } from "./jobs.ts";
import { actOn, endedSession, newSession } from "./session-cases.ts";
import { newWebhook } from "./webhook-cases.ts";

type OneList = Partial<PagedList> & Pick<PagedList, "path" | "id" | "others" | "insert">;
/** Resolves to undefined where the service does without the list. */
type ListOf = (wire: Wire) => Promise<OneList | undefined>;

/** Trades on simulated candles several times in each hundred of them. */
const TRADING = { interval: "60", limit: 2000, strategy: "ma_crossover" } as const;

async function tradesOf(wire: Wire): Promise<string> {
  const uuid = await dispatch(wire, TRADING);
  assert.equal((await ended(wire, uuid)).status, "completed");
  return `/api/jobs/${uuid}/trades`;
}

/** Far below any price that BTCUSDT had in years, so it rests. */
const ORDER = {
  symbol: "BTCUSDT",
  side: "buy",
  quantity: 0.001,
  order_type: "limit",
  price: "0.01",
};

/** Lists that have items only when the market moves, read page by page by the lists of the same session beside them. */
type MarketLists = "listSessionOrders" | "listSessionFills";

/** Every route that pages. */
const LISTS: Readonly<
  Record<Exclude<PagingOperation<BacktestApi["routes"]>, MarketLists>, ListOf>
> = {
  listJobs: async (wire) => ({
    path: "/api/jobs?job_type=backtest",
    id: "uuid",
    others: ["/api/jobs", "/api/jobs?job_type=sweep", "/api/jobs?job_type=backtest&status=failed"],
    // One candle: these jobs cost next to nothing.
    insert: () => dispatch(wire, { limit: 1 }),
  }),
  getJobTrades: async (wire) => ({
    path: await tradesOf(wire),
    id: "entry_time",
    others: [await tradesOf(wire), "/api/jobs"],
    // The trades of a job do not change.
    insert: async () => undefined,
  }),
  listOrders: async (wire) => ({
    path: "/api/execution/orders?symbol=BTCUSDT",
    id: "order_id",
    others: ["/api/execution/orders", "/api/execution/orders?symbol=BTCUSDT&status=open"],
    insert: () => wire.post("/api/execution/orders", ORDER),
    itemsOf: ({ json }) => (json as OrderList).orders,
  }),
  listWebhookDeliveries: async (wire) => {
    const id = await newWebhook(wire, ["job.created"]);
    if (id === undefined) return undefined;
    return {
      path: `/api/webhooks/${id}/deliveries`,
      id: "id",
      others: ["/api/jobs"],
      insert: () => dispatch(wire, { limit: 1 }),
    };
  },
  listSessions: async (wire) => ({
    path: "/api/sessions?state=stopped",
    id: "id",
    others: ["/api/sessions", "/api/sessions?state=paused"],
    insert: async () => actOn(wire, (await newSession(wire)).id, "stop"),
  }),
  listSessionDecisions: async (wire) => ({
    path: `/api/sessions/${await endedSession(wire)}/decisions`,
    id: "index",
    others: [`/api/sessions/${await endedSession(wire)}/decisions`, "/api/sessions"],
    // The decisions of a session that has ended do not change.
    insert: async () => undefined,
  }),
  listSessionEquity: async (wire) => ({
    path: `/api/sessions/${await endedSession(wire)}/equity`,
    id: "index",
    others: [`/api/sessions/${await endedSession(wire)}/equity`, "/api/sessions"],
    insert: async () => undefined,
  }),
  listAudit: async (wire) => ({
    path: "/api/audit",
    id: "sequence",
    others: ["/api/audit?outcome=ok", "/api/jobs"],
    insert: () => dispatch(wire, { limit: 1 }),
  }),
};

/** The lists that page. */
export const pagingCases: readonly Case[] = Object.entries<ListOf>(LISTS).map(
  ([operation, listOf]) => ({
    name: `${operation}: its links lead through every item once, in order, while others come in`,
    run: async (wire) => {
      const list = await listOf(wire);
      if (list === undefined) return;
      const { status } = await wire.get(list.path);
      // The audit trail of a service without API keys.
      if (operation === "listAudit" && status === 403) return;
      await expectPages({
        get: (path) => wire.get(path),
        itemsOf: ({ json }) => json as readonly unknown[],
        expectRefused: (answer) => expectRefusal(answer, 400),
        ...list,
      });
    },
  }),
);
