import addFormats from "ajv-formats";
/** The OpenAPI documents of all services, as tools of any language read them. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";

import { documentedAuthApi, documentedAuthDiscoveryApi } from "../src/auth/index.ts";
import { documentedBacktestApi } from "../src/backtest/index.ts";
import { documentedCurationApi, documentedCurationHealthApi } from "../src/curation/index.ts";
import {
  fetchHandler,
  mediaTypeOf,
  openapi,
  reply,
  type DocumentedApi,
  type OpenApiDocument,
  type Route,
} from "../src/index.ts";
import {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "../src/node/index.ts";

const APIS: readonly DocumentedApi[] = [
  documentedAuthApi,
  documentedAuthDiscoveryApi,
  documentedBacktestApi,
  documentedCurationApi,
  documentedCurationHealthApi,
  documentedNodeInternalApi,
  documentedNodeExternalApi,
  documentedNodeDashboardApi,
] as unknown as readonly DocumentedApi[];

/** Every object in a document. */
function* nodesOf(node: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield node as Readonly<Record<string, unknown>>;
  for (const inner of Object.values(node)) yield* nodesOf(inner);
}

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
  }[];
  readonly security?: unknown;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Media>> }>
  >;
}

function operationsOf({ paths }: OpenApiDocument): readonly Operation[] {
  return Object.values(paths).flatMap((place) => Object.values(place)) as unknown as Operation[];
}

/** Every example of an operation, with its schema and its place. */
function examplesOf(operation: Operation): readonly (Media & { readonly place: string })[] {
  const media = [
    ["body", operation.requestBody?.content] as const,
    ...Object.entries(operation.responses).map(
      ([status, { content }]) => [status, content] as const,
    ),
  ];
  return media.flatMap(([part, content]) =>
    Object.values(content ?? {})
      .filter(({ example }) => example !== undefined)
      .map((found) => ({ ...found, place: `${operation.operationId} ${part}` })),
  );
}

describe.each(APIS.map((api) => [api.id, api, openapi(api)] as const))("%s", (_, api, document) => {
  test("has patterns that every tool reads: no Unicode property, no octal escape, no look-around", () => {
    for (const { pattern } of nodesOf(document)) {
      if (typeof pattern !== "string") continue;
      expect(() => new RegExp(pattern), pattern).not.toThrow();
      expect(pattern).not.toMatch(/\\[pP]\{|\\0|\(\?[^:]/);
    }
  });

  test("says of every operation which credentials it takes, and of an open one that it takes none", () => {
    for (const { operationId, security } of operationsOf(document)) {
      expect(security, operationId).toBeInstanceOf(Array);
    }
  });

  test("has a type for every property of a body and every parameter, but for values of any type", () => {
    const silent: string[] = [];
    for (const { properties = {} } of nodesOf(document)) {
      for (const [name, schema] of Object.entries(properties as object)) {
        const said = Object.keys(schema as object).filter((key) => key !== "description");
        if (said.length === 0) silent.push(name);
      }
    }
    expect(silent.filter((name) => !["old_value", "new_value"].includes(name))).toEqual([]);
  });

  test("has examples that a foreign validator finds to fit their schemas", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const root = "http://document.example/";
    ajv.addSchema({ $id: root, components: document.components });
    const faults = operationsOf(document).flatMap((operation) =>
      examplesOf(operation).flatMap(({ schema, example, place }) => {
        const validate = ajv.compile(
          JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${root}#/`)) as object,
        );
        return validate(example) ? [] : [`${place}: ${ajv.errorsText(validate.errors)}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  test("has an example of the usual answer of every operation that answers JSON", () => {
    const usual = operationsOf(document).flatMap(({ operationId, responses }) => {
      const [first] = Object.values(responses);
      const json = first?.content?.["application/json"];
      return json === undefined || json.example !== undefined ? [] : [operationId];
    });
    expect(usual).toEqual([]);
  });

  test("has examples that its own routes take and give, sent as requests", async () => {
    const handlers = Object.fromEntries(
      Object.entries<Route>(api.routes).map(([key, { definition }]) => [
        key,
        () => {
          const status = Math.min(...Object.keys(definition.responses).map(Number));
          const isJson = mediaTypeOf(definition.responses[status]!) === undefined;
          return reply(status, isJson ? api.docs.routes[key]?.example?.response : "text");
        },
      ]),
    );
    const failures: unknown[] = [];
    const operations = new Map(operationsOf(document).map((one) => [one.operationId, one]));
    const serve = fetchHandler(api, handlers as never, {
      authenticate: () => "somebody" as never,
      validateResponses: true,
      onError: (error) => void failures.push(error),
    });
    for (const [key, { definition }] of Object.entries<Route>(api.routes)) {
      const body = api.docs.routes[key]?.example?.body;
      const path =
        api.basePath + definition.path.replaceAll(/:([^/]+)/g, (_, name) => valueOf(name));
      const search = new URLSearchParams(
        (operations.get(key)?.parameters ?? [])
          .filter((parameter) => parameter.in === "query" && parameter.required)
          .map(({ name }): [string, string] => [name, valueOf(name)]),
      );
      const request = new Request(`http://service.example${path}?${search.toString()}`, {
        method: definition.method,
        headers: {
          authorization: "Bearer x",
          "x-api-key": "x",
          ...(body === undefined
            ? {}
            : { "content-type": definition.bodyMediaType ?? "application/json" }),
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const answer = await serve(request);
      expect(answer.ok ? "" : await answer.text(), key).toBe("");
    }
    expect(failures).toEqual([]);
  });
});

test("an example of a draft has a deadline that is still to come", () => {
  const deadlines = [
    ...nodesOf(documentedCurationApi.docs.routes.createDraft.example?.body),
  ].flatMap(({ resolution_deadline }) =>
    typeof resolution_deadline === "string" ? [Date.parse(resolution_deadline)] : [],
  );
  expect(deadlines).toHaveLength(1);
  expect(deadlines[0]).toBeGreaterThan(Date.now());
});

test("the document of the auth service requires data in every success, and tells its limits", () => {
  const { paths, components } = openapi(documentedAuthApi);
  const successes = [...nodesOf({ paths, components })].flatMap(({ properties, required }) => {
    const { success, data } = (properties ?? {}) as Record<string, { const?: unknown } | undefined>;
    return success?.const === true && data !== undefined ? [required] : [];
  });
  expect(successes.length).toBeGreaterThan(20);
  for (const required of successes) expect(required).toEqual(expect.arrayContaining(["data"]));
  const bodies = JSON.stringify(paths);
  expect(bodies).toContain('"minLength":8,"maxLength":128');
  expect(bodies).toContain('"uniqueItems":true');
});

test("the document of the backtest service requires the symbol of an order that is cancelled", () => {
  const { paths } = openapi(documentedBacktestApi);
  const cancel = paths["/api/execution/orders/{order_id}"]?.["delete"];
  expect(cancel?.["parameters"]).toContainEqual(
    expect.objectContaining({ name: "symbol", in: "query", required: true }),
  );
});

/** A value for a required parameter. */
function valueOf(name: string): string {
  return VALUES[name] ?? "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
}

const VALUES: Readonly<Record<string, string>> = {
  address: `0x${"a".repeat(40)}`,
  token: `0x${"a".repeat(40)}`,
  data_hash: "a".repeat(64),
  hash: "a".repeat(64),
  symbol: "BTCUSDT",
  interval: "60",
  name: "my_strategy",
  table: "metrics",
  series: "balance",
  kind: "share",
  to: `0x${"a".repeat(40)}`,
};
