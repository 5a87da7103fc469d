import { describe, expect, test } from "vitest";

import { createAuthClient } from "../src/auth/index.ts";
import { createBacktestClient } from "../src/backtest/index.ts";
import { createCuratorEvents } from "../src/curation/events.ts";
import { createCurationClient } from "../src/curation/index.ts";
import { createExecutionClient } from "../src/execution/index.ts";
import { ClientError } from "../src/index.ts";
import { createNodeInternalClient } from "../src/node/index.ts";
import { createResearchClient } from "../src/research/index.ts";
import { service } from "./auth/service.ts";
import { JOB_ID, json, refusal, scripted } from "./script.ts";

const uuid = { params: { uuid: JOB_ID } };

describe("a client", () => {
  test.each([
    createAuthClient,
    createBacktestClient,
    createCurationClient,
    createCuratorEvents,
    createExecutionClient,
    createNodeInternalClient,
    createResearchClient,
  ])("is not created without options: %o", (create) => {
    const unchecked = create as (options?: unknown) => unknown;
    for (const wrong of [undefined, null, "http://127.0.0.1:3002"]) {
      expect(() => unchecked(wrong)).toThrow(
        expect.objectContaining({
          code: "OPTION_INVALID",
          message: `options: expected Object, found ${wrong === null ? "Null" : typeof wrong}`,
        }) as Error,
      );
    }
    expect(() => unchecked({ baseURL: "http://127.0.0.1:3002" })).toThrow(
      expect.objectContaining({
        code: "OPTION_INVALID",
        message: 'options: unknown "baseURL", expected baseUrl',
      }) as Error,
    );
  });

  test.each([
    [{ retry: 3 }, "retry: expected Object, found number"],
    [
      { retry: { retries: 0 } },
      'retry: unknown "retries", expected limit, baseMilliseconds, maxMilliseconds',
    ],
    [{ timeout: 5 }, 'options: unknown "timeout", expected timeoutMilliseconds'],
  ])("refuses the options %j", (options, message) => {
    expect(() => createBacktestClient({ baseUrl: "http://x", ...(options as object) })).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID", message }) as Error,
    );
  });
});

describe("a call", () => {
  test.each([
    [{ timeout: 5 }, 'options: unknown "timeout", expected timeoutMilliseconds'],
    [{ retry: { retries: 0 } }, /^retry: unknown "retries"/],
  ])("refuses the options %j", async (options, message) => {
    const { client, sent } = scripted([]);
    const error: unknown = await client.getJob(uuid, options as object).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: "OPTION_INVALID", operation: "getJob", attempts: 0 });
    expect((error as Error).message).toMatch(message);
    expect(sent).toHaveLength(0);
  });

  test("refuses a field of the body at top level, and a body where there is none", async () => {
    const { client, sent } = scripted([]);
    // @ts-expect-error fields of the body belong into `body`
    await expect(client.createBacktest({ strategy: "rsi" })).rejects.toMatchObject({
      code: "INPUT_INVALID",
      message: 'input: unknown "strategy", expected params, query, headers, body',
    });
    // @ts-expect-error a list takes no body
    await expect(client.listJobs({ body: {} })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    // @ts-expect-error retry takes an object
    await expect(client.listJobs({}, { retry: 3 })).rejects.toMatchObject({
      code: "OPTION_INVALID",
    });
    // @ts-expect-error there is no such option
    await expect(client.listJobs({}, { timeout: 3 })).rejects.toMatchObject({
      code: "OPTION_INVALID",
    });
    expect(sent).toHaveLength(0);
  });

  test("of waitForJob refuses options that it does not know", async () => {
    const { client } = scripted([]);
    // @ts-expect-error there is no such option
    await expect(client.waitForJob(JOB_ID, { poll: 5 })).rejects.toMatchObject({
      message: 'the options of waitForJob: unknown "poll", expected pollMilliseconds',
    });
  });

  test("resolves to status, data and headers with withResponse", async () => {
    const { client } = scripted([json(200, [], { "x-total": "7" }), refusal(404, "no job")]);
    const { status, data, headers } = await client.listJobs.withResponse();
    expect([status, data, headers.get("x-total")]).toEqual([200, [], "7"]);
    await expect(client.getJob.withResponse(uuid)).rejects.toMatchObject({ status: 404 });
    const login = { body: { email: "a@b.co", password: "p" } };
    const answer = await service().client.login.withResponse(login);
    expect(answer).toMatchObject({ status: 200, data: { token: "token-1" } });
  });
});

describe("an error of a call", () => {
  test("that the service sent tells the call, its tries and the id of the request", async () => {
    const { client } = scripted([
      refusal(401, "expired"),
      refusal(404, "no job", { "x-request-id": "r1" }),
    ]);
    await expect(client.getJob(uuid)).rejects.toMatchObject({ status: 401, attempts: 1 });
    await expect(client.getJob(uuid)).rejects.toMatchObject({
      code: "JOB_NOT_FOUND",
      operation: "getJob",
      method: "GET",
      path: "/jobs/:uuid",
      attempts: 1,
      requestId: "r1",
    });
  });

  test("without an answer counts the tries", async () => {
    const fast = { retry: { limit: 2, baseMilliseconds: 0 } };
    const { client, clock } = scripted(
      [new TypeError("a"), new TypeError("b"), new TypeError("c")],
      fast,
    );
    const failed = client.listJobs().catch((error: unknown) => error);
    for (let wait = 0; wait < 2; wait += 1) {
      await expect.poll(() => clock.waits(), { interval: 1 }).toContain(0);
      clock.advance(0);
    }
    const error = await failed;
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: "NETWORK", operation: "listJobs", attempts: 3 });
  });

  test("with an answer that is no JSON tells the id of the request", async () => {
    const { client } = scripted([new Response("<html>", { headers: { "x-request-id": "r2" } })]);
    await expect(client.listJobs()).rejects.toMatchObject({
      code: "RESPONSE_INVALID",
      requestId: "r2",
    });
  });

  test("that a hook or the credentials throw is theirs, and is not retried", async () => {
    const fault = new RangeError("a bug of the app");
    const fails = (): never => {
      throw fault;
    };
    const before = scripted([json(200, [])], { onRequest: fails });
    await expect(before.client.listJobs()).rejects.toBe(fault);
    await expect(before.client.listJobs.safe()).rejects.toBe(fault);
    expect(before.sent).toHaveLength(0);
    const after = scripted([json(200, [])], { onResponse: fails });
    await expect(after.client.listJobs()).rejects.toBe(fault);
    expect(after.sent).toHaveLength(1);
    const tokens = { load: fails, save: () => {}, clear: () => {} };
    await expect(service({ tokens }).client.me()).rejects.toBe(fault);
  });
});
