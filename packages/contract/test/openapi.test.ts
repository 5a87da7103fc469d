import { describe, expect, test } from "vitest";

import { documentedBacktestApi as api } from "../src/backtest/index.ts";
import { openapi, withTexts, zodOf, type Route } from "../src/index.ts";

const LIMIT = "Maximum number of jobs in the answer, 1–100. Default 50.";
const document = openapi(withTexts(api, { "listJobs.query.limit": LIMIT }), { version: "9.9.9" });
const routes = Object.entries<Route>(api.routes);

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { required: boolean };
  readonly security?: readonly object[];
}

function operation(key: string): Operation {
  const { method, path } = api.routes[key as keyof typeof api.routes].definition;
  const template = (api.basePath + path).replace(/:([^/]+)/g, "{$1}");
  return document.paths[template]?.[method.toLowerCase()] as unknown as Operation;
}

describe("the document", () => {
  test("is JSON: what is parsed is what was written", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test("holds every route once, under its operation id", () => {
    const ids = Object.values(document.paths).flatMap((place) =>
      Object.values(place).map((found) => found["operationId"]),
    );
    expect(ids).toHaveLength(routes.length);
    expect(new Set(ids)).toEqual(new Set(Object.keys(api.routes)));
  });

  test("resolves every reference", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref);
    expect(refs.length).toBeGreaterThan(5);
    for (const ref of new Set(refs)) {
      const [hash, ...path] = (ref ?? "").split("/");
      expect(hash).toBe("#");
      const found = path.reduce<unknown>(
        (node, key) => (node as Record<string, unknown> | undefined)?.[key],
        document,
      );
      expect(found, ref).toBeTypeOf("object");
    }
  });

  test.each(routes.map(([key, route]) => [key, route] as const))(
    "%s has its answers, its errors by status and its path parameters",
    (key, { definition }) => {
      const { responses, parameters = [] } = operation(key);
      const statuses = [
        ...Object.keys(definition.responses),
        ...Object.values(definition.errors ?? {}).map(String),
        "500",
      ];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses));
      const inPath = parameters.filter((one) => one.in === "path").map((one) => `:${one.name}`);
      expect(definition.path.match(/:[^/]+/g) ?? []).toEqual(inPath);
    },
  );

  test("says numbers of queries as numbers, with bounds and defaults", () => {
    expect(operation("listJobs").parameters).toContainEqual({
      name: "limit",
      in: "query",
      required: false,
      description: LIMIT,
      schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
    });
  });

  test("asks for the key where the API does, and lets it out where it is optional", () => {
    expect(operation("listJobs").security).toEqual([{ apiKey: [] }, {}]);
    expect(operation("health").security).toEqual([]);
    expect(document.components["securitySchemes"]).toEqual({
      apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    });
  });

  test("names the body as optional, as every field of it is", () => {
    expect(operation("createBacktest").requestBody?.required).toBe(false);
    expect(operation("importCandles").requestBody?.required).toBe(true);
  });

  test("holds the results of sweeps and walk-forwards in full, with and without their large parts", () => {
    const schemas = document.components["schemas"] as Record<string, { properties?: object }>;
    const fields = (name: string): string[] => Object.keys(schemas[name]?.properties ?? {});
    expect(fields("SweepResult")).toEqual([...fields("ListedSweepResult"), "grid"]);
    expect(fields("ListedSweepResult")).toEqual(expect.arrayContaining(["metric", "best"]));
    expect(fields("WalkForwardResult").toSorted()).toEqual(
      [...fields("ListedWalkForwardResult"), "windows"].toSorted(),
    );
    expect(fields("ListedWalkForwardResult")).toContain("out_of_sample");
    for (const [job, prefix] of [
      ["Job", ""],
      ["ListedJob", "Listed"],
    ] as const) {
      const written = JSON.stringify(schemas[job]);
      for (const name of ["BacktestResult", `${prefix}SweepResult`, `${prefix}WalkForwardResult`]) {
        expect(written).toContain(`"#/components/schemas/${name}"`);
      }
    }
  });

  test("names header parameters as people write them", () => {
    expect(operation("createBacktest").parameters?.[0]).toMatchObject({
      name: "Idempotency-Key",
      in: "header",
      required: false,
    });
  });
});

describe("the docs", () => {
  test.each(routes.map(([key, route]) => [key, route] as const))(
    "%s has an example that fits its schemas",
    (key, { definition }) => {
      const { example } = api.docs.routes[key as keyof typeof api.docs.routes];
      expect(example?.response).toBeDefined();
      const [success] = Object.values(definition.responses);
      const answer = zodOf(success!).safeParse(example?.response);
      expect(answer.error?.issues ?? []).toEqual([]);
      if (definition.body === undefined) return;
      expect(zodOf(definition.body).safeParse(example?.body).error?.issues ?? []).toEqual([]);
    },
  );

  test("name the seed's row of every documented route and of no addition", () => {
    const additions = routes.filter(
      ([key]) => api.docs.routes[key as keyof typeof api.docs.routes].seed === undefined,
    );
    expect(additions.map(([key]) => key)).toEqual([
      "updateJob",
      "deleteJob",
      "createWebhook",
      "listWebhooks",
      "updateWebhook",
      "deleteWebhook",
      "rotateWebhook",
      "listWebhookDeliveries",
      "replayWebhookDelivery",
      "createSweep",
      "createWalkForward",
      "getJobTrades",
      "getJobEquity",
      "getJobReport",
      "getJobTable",
      "watchJob",
      "retryJob",
      "importCandles",
      "listImports",
      "deleteImport",
      "getStrategySource",
      "saveStrategySource",
      "getKillSwitch",
      "setKillSwitch",
      "releaseKillSwitch",
      "createSession",
      "listSessions",
      "getSession",
      "listSessionDecisions",
      "listSessionOrders",
      "listSessionFills",
      "listSessionEquity",
      "getSessionDrift",
      "pauseSession",
      "resumeSession",
      "flattenSession",
      "stopSession",
      "listAudit",
    ]);
  });
});
