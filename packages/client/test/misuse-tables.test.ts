/**
 * Every option of every client and every part of every call with values that it cannot take: each is refused with a
 * ClientError, from the plain call and from `safe`, and never with a TypeError of the engine.
 */

import { describe, expect, test } from "vitest";

import { createAuthClient } from "../src/auth/index.ts";
import { createUsersClient } from "../src/auth/users.ts";
import { createBacktestClient } from "../src/backtest/index.ts";
import { createFollowJob } from "../src/backtest/progress.ts";
import { createCurationAdminClient } from "../src/curation/admin.ts";
import { createDraftsClient } from "../src/curation/drafts.ts";
import { createCuratorEvents } from "../src/curation/events.ts";
import { createCurationClient } from "../src/curation/index.ts";
import { createReviewClient } from "../src/curation/review.ts";
import { createEventsClient } from "../src/events/index.ts";
import { createExecutionClient } from "../src/execution/index.ts";
import { ClientError, iterate, type ListCall } from "../src/index.ts";
import {
  createNodeDashboardClient,
  createNodeExternalClient,
  createNodeInternalClient,
} from "../src/node/index.ts";
import { createResearchClient } from "../src/research/index.ts";
import { json } from "./script.ts";

type Create = (options: unknown) => unknown;

/** Factories whose clients have calls, with the options that they add to those of all clients. */
const CLIENTS: readonly (readonly [create: Create, ...more: string[]])[] = [
  [createAuthClient as Create, "prefix", "apiKey", "tokens"],
  [createUsersClient as Create, "prefix", "apiKey"],
  [createBacktestClient as Create, "apiKey"],
  [createExecutionClient as Create, "apiKey"],
  [createResearchClient as Create, "apiKey"],
  [createCurationClient as Create, "tokens"],
  [createCurationAdminClient as Create, "credentials"],
  [createDraftsClient as Create, "credentials"],
  [createReviewClient as Create, "credentials"],
  [createNodeInternalClient as Create, "apiKey"],
  [createNodeExternalClient as Create, "apiKey"],
  [createNodeDashboardClient as Create, "apiKey"],
];

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

/** Values by what they are; the kinds that an option takes are left out of its row. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  text: ["x", ""],
  number: [Number.NaN, Infinity, -1, 0],
  function: [() => {}],
  object: [{}, cyclic, Object.create(null)],
  other: [null, 5n, true, Symbol("x"), [], ["x"], new Map(), new Headers(), new Date(0)],
};

/** Kinds of the values of the options of all clients. */
const KINDS: Readonly<Record<string, string>> = {
  baseUrl: "none",
  fetch: "function",
  dispatcher: "none",
  headers: "object",
  timeoutMilliseconds: "none",
  totalTimeoutMilliseconds: "none",
  retry: "object",
  validateAnswers: "function",
  onRequest: "function",
  onResponse: "function",
  debug: "function",
  clock: "none",
  random: "function",
  createId: "function",
  prefix: "text",
  apiKey: "text",
  tokens: "none",
  credentials: "none",
};
const MORE = new Set(["prefix", "apiKey", "tokens", "credentials"]);

const wrongFor = (kind: string): unknown[] =>
  Object.entries(VALUES).flatMap(([name, values]) => (name === kind ? [] : values));

const refused = expect.objectContaining({ code: "OPTION_INVALID" }) as Error;
const good = { baseUrl: "http://service.example", apiKey: "k" };
const baseOf = (more: readonly string[]): object =>
  more.includes("apiKey") ? good : { baseUrl: good.baseUrl };

describe("an option of a client", () => {
  for (const [create, ...more] of CLIENTS) {
    const names = Object.keys(KINDS).filter((name) => !MORE.has(name) || more.includes(name));
    test.each(names)(`${create.name}: wrong values of %s are OPTION_INVALID`, (name) => {
      for (const value of wrongFor(KINDS[name] ?? "none")) {
        const options = { ...baseOf(more), [name]: value };
        expect(() => create(options), typeof value).toThrow(refused);
      }
    });

    test(`${create.name}: every known name is one of this table, others are OPTION_INVALID`, () => {
      let message = "";
      try {
        create({ ...baseOf(more), "?": 1 });
      } catch (error) {
        message = (error as Error).message;
      }
      const known = /expected (.*)$/.exec(message)?.[1]?.split(", ");
      const all = ["credentials", ...names];
      expect(new Set(known)).toEqual(new Set(all.filter((name) => known?.includes(name))));
      expect(names.filter((name) => !known?.includes(name))).toEqual([]);
    });

    test(`${create.name}: an option that is undefined is one that is left out`, () => {
      const none = Object.fromEntries(Object.keys(KINDS).map((name) => [name, undefined]));
      const given = Object.entries({ ...none, ...baseOf(more) });
      const known = given.filter(([name]) => !MORE.has(name) || more.includes(name));
      expect(create(Object.fromEntries(known))).toBeTypeOf("object");
    });
  }

  test.each([createFollowJob, createCuratorEvents])("%o refuses wrong values", (create) => {
    for (const [name, kind] of Object.entries(KINDS)) {
      if (MORE.has(name)) continue;
      for (const value of wrongFor(kind)) {
        expect(() => (create as Create)({ ...good, apiKey: undefined, [name]: value })).toThrow(
          refused,
        );
      }
    }
  });

  test("createEventsClient refuses wrong values and a misspelt name", () => {
    const numbers = ["bufferSize", "heartbeatMilliseconds", "baseMilliseconds", "maxMilliseconds"];
    const kinds: Readonly<Record<string, string>> = {
      url: "none",
      events: "none",
      since: "text",
      ...Object.fromEntries([...numbers, "bufersize"].map((name) => [name, "none"])),
      createSocket: "function",
      onState: "function",
      clock: "none",
      random: "function",
    };
    for (const [name, kind] of Object.entries(kinds)) {
      for (const value of wrongFor(kind)) {
        // A list of names is what `events` takes.
        if (name === "events" && Array.isArray(value)) continue;
        const options = { url: "ws://127.0.0.1:9", [name]: value };
        expect(() => createEventsClient(options as never), name).toThrow(refused);
      }
    }
    const events = { url: "ws://127.0.0.1:9", events: [5] };
    expect(() => createEventsClient(events as never)).toThrow(refused);
  });
});

type AnyCall = ((input?: unknown, options?: unknown) => Promise<unknown>) & {
  safe(input?: unknown, options?: unknown): Promise<{ ok: boolean; error?: unknown }>;
  withResponse(input?: unknown, options?: unknown): Promise<unknown>;
};

/** The calls of a client whose service answers 200 with `answer`. */
function callsOf(
  create: Create,
  more: readonly string[],
  answer: () => Response,
): [string, AnyCall][] {
  const fetch = (): Promise<Response> => Promise.resolve(answer());
  const client = create({ ...baseOf(more), fetch, retry: false }) as Record<string, unknown>;
  return Object.entries(client).filter(
    (entry): entry is [string, AnyCall] => typeof entry[1] === "function" && "safe" in entry[1],
  );
}

/** Expects the same ClientError from the plain call, `withResponse` and `safe`. */
async function expectRefusals(call: AnyCall, code: RegExp, ...given: unknown[]): Promise<void> {
  const forms = [
    (...all: unknown[]) => call(...all),
    (...all: unknown[]) => call.withResponse(...all),
  ];
  for (const form of forms) {
    const promise = form(...given);
    const error: unknown = await promise.then(String, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect((error as ClientError).code).toMatch(code);
  }
  const result = await call.safe(...given);
  expect(result.ok).toBe(false);
  expect(result.error).toBeInstanceOf(ClientError);
}

const fine = (): Response => json(200, { data: {} });

describe.each(CLIENTS.map(([create, ...more]) => ({ name: create.name, create, more })))(
  "the calls of $name",
  ({ create, more }) => {
    const calls = callsOf(create, more, fine);

    test("are refused with arguments that are no objects, or have unknown parts", async () => {
      expect(calls.length).toBeGreaterThan(2);
      const wrong = [null, Number.NaN, 5n, "x", "", 0, true, Symbol("x"), [], ["x"], () => {}];
      for (const [, call] of calls) {
        for (const value of [...wrong, new Map(), { querry: {} }]) {
          await expectRefusals(call, /^INPUT_INVALID$/, value);
        }
        for (const value of [...wrong, new Map(), { timeout: 1 }]) {
          await expectRefusals(call, /^OPTION_INVALID$/, {}, value);
        }
      }
    });

    test("are refused with parts and values of the wrong type", async () => {
      const wrong = [null, Number.NaN, 5n, "x", true, Symbol("x"), [], () => {}, new Headers()];
      const values = [null, {}, cyclic, Symbol("x"), () => {}, new Map(), new Date(0)];
      for (const [, call] of calls) {
        for (const part of ["params", "query", "headers"]) {
          for (const value of wrong) await expectRefusals(call, /^INPUT_/, { [part]: value });
          for (const value of values) {
            await expectRefusals(call, /^INPUT_/, { [part]: { uuid: value, id: value } });
          }
        }
      }
    });

    test("are refused with a body that JSON cannot hold", async () => {
      for (const [, call] of calls) {
        for (const body of [5n, cyclic, { amount: 5n }]) {
          const params = new Proxy({}, { get: () => "1" });
          await expectRefusals(call, /^INPUT_INVALID$/, { params: { ...params }, body });
        }
      }
    });

    test("are refused with options of the wrong type", async () => {
      const kinds: Readonly<Record<string, string>> = {
        signal: "none",
        timeoutMilliseconds: "none",
        totalTimeoutMilliseconds: "none",
        retry: "object",
        headers: "object",
        idempotencyKey: "text",
      };
      for (const [, call] of calls) {
        for (const [name, kind] of Object.entries(kinds)) {
          for (const value of wrongFor(kind)) {
            await expectRefusals(call, /^OPTION_INVALID$/, {}, { [name]: value });
          }
        }
      }
    });

    test("tell an answer without JSON or without data as RESPONSE_INVALID", async () => {
      const names = [
        "address",
        "comment_id",
        "data_hash",
        "deliveryId",
        "delivery_id",
        "hash",
        "id",
        "job_uuid",
        "name",
        "order_id",
        "strategy_name",
        "table",
        "userId",
        "uuid",
        "wallet_address",
      ];
      const params = Object.fromEntries(names.map((name) => [name, "1"]));
      for (const text of ["", "<html>", "{"]) {
        for (const [key, call] of callsOf(create, more, () => new Response(text))) {
          const body = key === "importCandles" ? "x" : undefined;
          const result = await call.safe({ params, ...(body !== undefined && { body }) });
          // What is a file, and no JSON, may have any text.
          expect(result, key).toMatchObject(
            result.ok ? { data: text } : { error: { code: "RESPONSE_INVALID" } },
          );
        }
      }
    });
  },
);

test("a login whose answer has no token is RESPONSE_INVALID and saves nothing", async () => {
  const fetch = (): Promise<Response> => Promise.resolve(json(200, { data: { tokens: [] } }));
  const client = createAuthClient({ baseUrl: good.baseUrl, fetch });
  const result = await client.login.safe({ body: { email: "ada@example.com", password: "p" } });
  expect(result).toMatchObject({ ok: false, error: { code: "RESPONSE_INVALID" } });
  expect(await client.tokens.load()).toBeUndefined();
});

test("request refuses wrong paths and arguments", async () => {
  const fetch = (): Promise<Response> => Promise.resolve(json(200, {}));
  const client = createBacktestClient({ ...good, fetch }) as unknown as {
    readonly request: (...given: readonly unknown[]) => Promise<unknown>;
  };
  const asked = client.request;
  for (const wrong of [null, undefined, 5, ["/x"], "x", Symbol("x")]) {
    await expect(asked("GET", wrong)).rejects.toMatchObject({ code: "INPUT_INVALID" });
  }
  for (const wrong of [null, 5, []]) {
    await expect(asked("GET", "/x", wrong)).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(asked("GET", "/x", {}, wrong)).rejects.toMatchObject({ code: "OPTION_INVALID" });
  }
});

test("the loops over streams refuse wrong options", async () => {
  const loops = [
    createCuratorEvents({ baseUrl: good.baseUrl }),
    (options: object) => createFollowJob({ baseUrl: good.baseUrl })("1", options),
  ];
  const wrong = [null, 5, [], { silence: 1 }, { signal: {} }, { silenceMilliseconds: "5" }];
  for (const loop of loops) {
    for (const options of wrong) {
      const next = loop(options as object).next();
      await expect(next).rejects.toMatchObject({ code: "OPTION_INVALID" });
    }
  }
  const negative = createCuratorEvents({ baseUrl: good.baseUrl })({ lastEventId: -1 }).next();
  await expect(negative).rejects.toMatchObject({ code: "OPTION_INVALID" });
});

test("a list that is iterated over with arguments that are no objects is refused", async () => {
  const client = createBacktestClient({ ...good, fetch: () => Promise.resolve(json(200, [])) });
  for (const wrong of [null, Number.NaN, 5n, "x", []]) {
    const next = iterate(client.listJobs as ListCall, wrong as never).next();
    await expect(next).rejects.toMatchObject({ code: "INPUT_INVALID" });
  }
});
