/** The AsyncAPI documents of the services that have feeds. */

import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import { documentedAuthApi } from "../src/auth/index.ts";
import { documentedBacktestApi } from "../src/backtest/index.ts";
import { documentedCurationApi } from "../src/curation/index.ts";
import {
  asyncapi,
  detail,
  detailErrors,
  eventStream,
  openapi,
  route,
  type DocumentedApi,
} from "../src/index.ts";
import { documentedNodeDashboardApi } from "../src/node/index.ts";

const APIS = [
  documentedBacktestApi,
  documentedCurationApi,
  documentedNodeDashboardApi,
] as unknown as readonly DocumentedApi[];

describe.each(APIS.map((api) => [api.id, asyncapi(api)] as const))("of %s", (_, document) => {
  test("is JSON, and every reference in it leads somewhere", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref);
    expect(refs.length).toBeGreaterThan(5);
    for (const ref of new Set(refs)) {
      const path = (ref ?? "").split("/").slice(1);
      const found = path.reduce<unknown>(
        (node, key) => (node as Record<string, unknown> | undefined)?.[key],
        document,
      );
      expect(found, ref).toBeTypeOf("object");
    }
  });

  test("has schemas of JSON Schema draft-07, as AsyncAPI says, without an unknown keyword", () => {
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
    addFormats.default(ajv);
    const root = "http://document.example/";
    const text = JSON.stringify(document.components).replaceAll(
      '"#/components/',
      `"${root}#/definitions/`,
    );
    const { schemas, messages } = JSON.parse(text) as {
      schemas: object;
      messages: Record<string, { payload: object; headers?: object }>;
    };
    ajv.addSchema({ $id: root, definitions: { schemas } });
    for (const { payload, headers = {} } of Object.values(messages)) {
      expect(ajv.compile(payload)).toBeTypeOf("function");
      expect(ajv.compile(headers)).toBeTypeOf("function");
    }
  });
});

test("each API has its feeds at their addresses", () => {
  const addresses = APIS.map((api) =>
    Object.values(asyncapi(api).channels).map(({ address }) => address),
  );
  expect(addresses).toEqual([
    ["/api/ws/events", "/api/ws/jobs/{uuid}", "/api/jobs/{uuid}/progress"],
    ["/api/v1/curator/events"],
    ["/ws"],
  ]);
  expect(asyncapi(documentedAuthApi).channels).toEqual({});
});

test("a handshake's credentials and query are in the document", () => {
  const { channels, operations, components } = asyncapi(documentedBacktestApi);
  expect(components["securitySchemes"]).toEqual({
    apiKey: { type: "httpApiKey", in: "header", name: "X-API-Key" },
  });
  expect(operations["sendEvents"]).toMatchObject({
    action: "send",
    security: [{ $ref: "#/components/securitySchemes/apiKey" }],
  });
  expect(channels["events"]).toMatchObject({
    bindings: { ws: { query: { properties: { since: { type: "string" } } } } },
  });
});

test("a stream of events is typed in both documents", () => {
  const api: DocumentedApi = {
    id: "clock",
    title: "Clock",
    version: "1",
    basePath: "",
    wire: detail,
    security: {},
    routes: {
      ticks: route("GET", "/ticks", {
        responses: { 200: eventStream({ tick: z.object({ at: z.int() }) }, { hasIds: true }) },
      }),
    },
    docs: { routes: { ticks: { summary: "Stream the time" } }, errors: detailErrors },
  };
  const data = { type: "object", properties: { at: { type: "integer" } }, required: ["at"] };
  const itemSchema = {
    oneOf: [
      {
        required: ["event", "data", "id"],
        properties: {
          event: { const: "tick" },
          data: { contentMediaType: "application/json", contentSchema: data },
        },
      },
    ],
  };
  expect(openapi(api).paths["/ticks"]?.["get"]).toMatchObject({
    responses: { 200: { content: { "text/event-stream": { itemSchema } } } },
  });
  expect(asyncapi(api).components["messages"]).toEqual({
    "ticks.tick": {
      name: "tick",
      title: "tick",
      contentType: "application/json",
      headers: expect.objectContaining({ required: ["event", "id"] }) as unknown,
      payload: data,
    },
  });
});
