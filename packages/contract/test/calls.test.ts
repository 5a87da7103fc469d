import { describe, expect, test } from "vitest";
import * as z from "zod";

import { callTablesOf } from "../scripts/calls.ts";
import * as auth from "../src/auth/client.ts";
import * as backtest from "../src/backtest/client.ts";
import * as curation from "../src/curation/client.ts";
import { callsOf, jsonOr, media, route } from "../src/index.ts";
import * as node from "../src/node/client.ts";

describe("the calls of a route", () => {
  test("hold its rules, its media types and the answers that are no success", () => {
    const feed = route("GET", "/feed/:id", {
      security: ["bearer", "apiKey"],
      params: z.object({ id: z.string() }),
      responses: { 200: media("text/csv", "text/plain"), 503: z.object({}) },
    });
    const pay = route("POST", "/pay", {
      idempotencyKey: true,
      body: z.string(),
      bodyMediaType: "text/csv",
      bodyBytesTypes: ["application/zip", "application/gzip"],
      responses: { 201: z.object({}) },
    });
    expect(callsOf({ feed, pay })).toEqual({
      feed: {
        method: "GET",
        path: "/feed/:id",
        security: ["bearer", "apiKey"],
        media: { 200: "text/csv, text/plain" },
        answers: [503],
      },
      pay: {
        method: "POST",
        path: "/pay",
        body: "text/csv",
        bodyBytes: "application/zip",
        idempotencyKey: true,
      },
    });
  });

  test("tell which routes answer a list, and which one kind or another", () => {
    const data = (...schemas: z.ZodType[]): unknown => {
      const responses = Object.fromEntries(schemas.map((schema, at) => [200 + at, schema]));
      return callsOf({ get: route("GET", "/", { responses }) }).get.data;
    };
    const [object, list] = [z.object({}), z.array(z.string())];
    expect(data(object, z.union([object, z.record(z.string(), z.number())]))).toBeUndefined();
    expect(data(list, jsonOr(list, "text/csv") as z.ZodType)).toBe("list");
    expect(data(object, list)).toBe("any");
    expect(data(z.union([object, list]))).toBe("any");
    expect(data(object.nullable())).toBe("any");
    expect(data(z.string())).toBe("any");
  });

  test("have the status of each of its codes", () => {
    const errors = { NOT_FOUND: 404, TAKEN: 409, LOCKED: 409 };
    const { get } = callsOf({ get: route("GET", "/", { responses: {}, errors }) });
    expect(get.errors).toEqual(errors);
  });
});

test.each(Object.entries({ auth, backtest, curation, node }))(
  "the written calls of %s are those of its routes",
  (folder, module) => {
    const written = Object.entries(module).filter(([name]) => name.endsWith("Calls"));
    expect(Object.fromEntries(written), "run `pnpm --filter @bourse/contract write:calls`").toEqual(
      callTablesOf(folder),
    );
  },
);
