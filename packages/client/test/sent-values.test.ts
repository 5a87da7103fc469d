/** Values that a request cannot carry: they are refused before anything is sent, never sent as `null` or "NaN". */

import { describe, expect, test } from "vitest";

import { iterate, pageOf, withOptions } from "../src/index.ts";
import { json, scripted, type Scripted } from "./script.ts";

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

/** A client whose service takes whatever it is sent. */
const answering = (): Scripted => scripted(Array.from({ length: 20 }, () => json(200, [])));

const NUMBERS = [Number.NaN, Infinity, -Infinity];

describe("a body", () => {
  test.each([
    ...NUMBERS,
    5n,
    cyclic,
    [undefined],
    Symbol("x"),
    () => {},
    new Date(Number.NaN),
    new Map([["a", 1]]),
    new Set([1]),
    new Uint8Array(1),
  ])("with %o is INPUT_INVALID, at any depth", async (value) => {
    const { client, sent } = answering();
    for (const parameters of [value, { fast: value }, { fast: [value] }]) {
      const result = await client.createBacktest.safe({ body: { parameters } as never });
      expect(result).toMatchObject({ ok: false, error: { code: "INPUT_INVALID", attempts: 0 } });
      await expect(client.request("PUT", "/x", { body: { parameters } })).rejects.toMatchObject({
        code: "INPUT_INVALID",
      });
    }
    expect(sent).toHaveLength(0);
  });

  test("names the field that JSON cannot hold", async () => {
    const { client } = answering();
    const result = await client.createBacktest.safe({
      body: { limit: Number.NaN, strategy: "rsi" },
    });
    expect(result).toMatchObject({
      error: { message: "body: TypeError: JSON cannot hold NaN as limit" },
    });
  });

  test("leaves out a field that is undefined, and sends null, dates and the JSON of a class", async () => {
    const { client, sent } = scripted([json(200, {})]);
    const own = { toJSON: () => "own" };
    const body = {
      a: undefined,
      b: null,
      c: new Date(0),
      d: own,
      e: Object.create(null) as object,
    };
    await client.request("PUT", "/x", { body });
    expect(sent[0]?.init.body).toBe('{"b":null,"c":"1970-01-01T00:00:00.000Z","d":"own","e":{}}');
  });
});

describe("a query", () => {
  test.each([...NUMBERS, [Number.NaN], [undefined], [null], [[1]], [cyclic], cyclic])(
    "with %o is INPUT_INVALID, also where a list is read page after page",
    async (limit) => {
      const { client, sent } = answering();
      const input = { query: { limit } } as never;
      const refused = { code: "INPUT_INVALID" };
      await expect(client.listJobs(input)).rejects.toMatchObject(refused);
      expect(await client.listJobs.safe(input)).toMatchObject({ ok: false, error: refused });
      const other = withOptions(client, { timeoutMilliseconds: 5 });
      await expect(other.listJobs(input)).rejects.toMatchObject(refused);
      await expect(client.request("GET", "/x", input)).rejects.toMatchObject(refused);
      await expect(iterate(client.listJobs, input).next()).rejects.toMatchObject(refused);
      await expect(pageOf(client.listJobs, input)).rejects.toMatchObject(refused);
      expect(sent).toHaveLength(0);
    },
  );

  test("with NaN tells its name and what was found", async () => {
    const { client } = answering();
    await expect(client.listJobs({ query: { limit: Number.NaN } })).rejects.toMatchObject({
      message: "limit: expected text or number, found NaN",
    });
  });
});

test("a header or a path parameter that is no finite number is INPUT_INVALID", async () => {
  const { client, sent } = answering();
  for (const value of NUMBERS) {
    for (const input of [{ params: { uuid: value } }, { headers: { "x-a": value } }]) {
      await expect(client.getJob(input as never)).rejects.toMatchObject({ code: "INPUT_INVALID" });
    }
  }
  expect(sent).toHaveLength(0);
});
