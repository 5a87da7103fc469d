import { describe, expect, test } from "vitest";
import * as z from "zod";

import { callTablesOf } from "../scripts/calls.ts";
import * as auth from "../src/auth/client.ts";
import * as backtest from "../src/backtest/client.ts";
import * as curation from "../src/curation/client.ts";
import { callsOf, media, route } from "../src/index.ts";
import * as node from "../src/node/client.ts";

describe("the calls of a route", () => {
  test("hold its rules, its media types and the answers that are no success", () => {
    const feed = route("GET", "/feed/:id", {
      security: ["bearer", "apiKey"],
      params: z.object({ id: z.string() }),
      responses: { 200: media("text/csv"), 503: z.object({}) },
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
        media: { 200: "text/csv" },
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
