/** Answers of another kind than their routes have: a list for an object, `null`, or the HTML page of a proxy. */

import { authCalls, authService, userCalls, usersService } from "@bourse/contract/auth/client";
import {
  backtestService,
  dataCalls,
  executionCalls,
  jobCalls,
  researchCalls,
} from "@bourse/contract/backtest/client";
import type { RouteCall, Service } from "@bourse/contract/client";
import * as curation from "@bourse/contract/curation/client";
import * as node from "@bourse/contract/node/client";
import { describe, expect, test } from "vitest";

import type { Run } from "../src/call-forms.ts";
import { createCuratorEvents } from "../src/curation/events.ts";
import { createClient, iterate, pageOf } from "../src/index.ts";
import { createNodeExternalClient } from "../src/node/index.ts";
import { createResearchClient } from "../src/research/index.ts";
import { JOB_ID, json, scripted } from "./script.ts";

interface Source {
  readonly service: Service;
  readonly calls: Readonly<Record<string, RouteCall>>;
}

const SOURCES: readonly Source[] = [
  { service: authService, calls: authCalls },
  { service: usersService, calls: userCalls },
  ...[dataCalls, executionCalls, jobCalls, researchCalls].map((calls) => ({
    service: backtestService,
    calls,
  })),
  ...Object.entries(curation)
    .filter(([name]) => name.endsWith("Calls"))
    .map(([, calls]) => ({ service: curation.curationService, calls: calls as Source["calls"] })),
  { service: node.nodeInternalService, calls: node.internalCalls },
  { service: node.nodeExternalService, calls: node.externalCalls },
  { service: node.nodeDashboardService, calls: node.dashboardCalls },
];

const ROUTES = SOURCES.flatMap(({ service, calls }) =>
  Object.entries(calls)
    .filter(([, { media }]) => media === undefined)
    .map(([key, route]) => ({ key, route, service })),
);

/** The call of a route whose service answers 200 with `data`. */
function callOf({ key, route, service }: (typeof ROUTES)[number], data: unknown): Promise<unknown> {
  const client = createClient({ ...service, calls: { [key]: route } } as never, {
    baseUrl: "http://service.example",
    fetch: () => Promise.resolve(json(200, service.wire.envelope ? { data } : data)),
  }) as unknown as Record<string, { readonly withResponse: Run; readonly safe: Run }>;
  const names = Array.from(route.path.matchAll(/:(\w+)/g), ([, name = ""]) => [name, "1"] as const);
  const body = route.body === "text/csv" ? { body: "x" } : {};
  return client[key]!.safe({ params: Object.fromEntries(names), ...body });
}

const unexpected = { ok: false, error: { code: "RESPONSE_INVALID" } };

describe("the data of an answer", () => {
  test("is a list or an object, whichever its route has, and nothing else", async () => {
    expect(ROUTES.length).toBeGreaterThan(100);
    for (const source of ROUTES) {
      const fine = [];
      for (const data of [{}, [], null, "x", 5, true]) {
        const result = await callOf(source, data);
        if ((result as { readonly ok: boolean }).ok) fine.push(data);
        else expect(result, source.key).toMatchObject(unexpected);
      }
      expect(fine, source.key).toEqual(source.route.data === "list" ? [[]] : [{}]);
    }
    const lists = ROUTES.filter(({ route }) => route.data === "list").map(({ key }) => key);
    expect(lists).toContain("listJobs");
    expect(lists).not.toContain("getJob");
  });

  test("of another kind is told by the plain call, and by the pages of a list", async () => {
    const { client } = scripted([json(200, []), json(200, {}), json(200, {})]);
    const found = { code: "RESPONSE_INVALID", operation: "getJob" };
    await expect(client.getJob({ params: { uuid: JOB_ID } })).rejects.toMatchObject({
      ...found,
      message: "the answer (200): expected Object, found Array",
    });
    await expect(pageOf(client.listJobs)).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
    await expect(iterate(client.listJobs).next()).rejects.toMatchObject({
      message: "the answer (200): expected Array, found Object",
    });
  });

  test("may be of any kind for a route that the client does not know", async () => {
    const { client } = scripted([json(200, []), json(200, "x"), json(200, null)]);
    for (const data of [[], "x", null]) {
      expect(await client.request("GET", "/x")).toMatchObject({ data });
    }
  });

  test("is told as missing where there is only an envelope", async () => {
    const service = ROUTES.find(({ key }) => key === "login")!;
    expect(await callOf(service, undefined)).toMatchObject({
      ok: false,
      error: { code: "RESPONSE_INVALID", message: "the answer (200) has no data" },
    });
  });
});

/** The HTML page of a proxy, such as one that asks for a login. */
const page = (): Response =>
  new Response("<!doctype html>", { headers: { "content-type": "text/html; charset=utf-8" } });
const text = (type: string): Response => new Response("x", { headers: { "content-type": type } });

describe("the page of a proxy", () => {
  const baseUrl = "http://service.example";
  const params = { params: { uuid: JOB_ID } };

  test("is RESPONSE_INVALID in place of NDJSON or CSV", async () => {
    const answers = [page(), text("application/x-ndjson"), text("Text/CSV; charset=utf-8")];
    const client = createNodeExternalClient({
      baseUrl,
      fetch: () => Promise.resolve(answers.shift()!),
    });
    expect(await client.exportCompliance.safe()).toMatchObject({
      ok: false,
      error: {
        code: "RESPONSE_INVALID",
        message: 'expected application/x-ndjson, text/csv, found "text/html"',
      },
    });
    expect(await client.exportCompliance()).toBe("x");
    expect(await client.exportCompliance({ query: { format: "csv" } })).toBe("x");
  });

  test("is RESPONSE_INVALID in place of trades as CSV, and anything else in place of a report", async () => {
    const answers = [page(), text("text/csv"), page(), json(200, {})];
    const client = createResearchClient({
      baseUrl,
      fetch: () => Promise.resolve(answers.shift()!),
    });
    const csv = { ...params, query: { format: "csv" } } as const;
    expect(await client.getJobTrades.safe(csv)).toMatchObject(unexpected);
    expect(await client.getJobTrades(csv)).toBe("x");
    expect(await client.getJobReport(params)).toBe("<!doctype html>");
    expect(await client.getJobReport.safe(params)).toMatchObject(unexpected);
  });

  test("is RESPONSE_INVALID in place of a stream", async () => {
    const events = createCuratorEvents({ baseUrl, fetch: () => Promise.resolve(page()) });
    await expect(events().next()).rejects.toMatchObject({ code: "RESPONSE_INVALID" });
  });

  test("is not told where an answer has no type", async () => {
    const answer = new Response("{}\n");
    answer.headers.delete("content-type");
    const client = createNodeExternalClient({ baseUrl, fetch: () => Promise.resolve(answer) });
    expect(await client.exportCompliance()).toBe("{}\n");
  });
});
