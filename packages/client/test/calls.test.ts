import type { Job } from "@bourse/contract/backtest";
import { describe, expect, expectTypeOf, test } from "vitest";

import { createBacktestClient } from "../src/backtest/index.ts";
import { backtestAnswers } from "../src/backtest/validation.ts";
import { ClientError, isProblem, Problem } from "../src/index.ts";
import { job, JOB_ID, json, refusal, scripted } from "./script.ts";

describe("a call", () => {
  test("goes to base URL, base path and path, with its query as text", async () => {
    const { client, sent } = scripted([json(200, [])]);
    expect(await client.listJobs({ query: { limit: 7, status: "failed" } })).toEqual([]);
    expect(sent[0]?.url).toBe("http://service.example/api/jobs?limit=7&status=failed");
    expect(sent[0]?.init).toMatchObject({ method: "GET", redirect: "error" });
    expect(sent[0]?.init.body).toBeUndefined();
  });

  test("without input sends the empty object as body", async () => {
    const { client, sent } = scripted([json(200, { job_id: JOB_ID, status: "running" })]);
    await client.createBacktest();
    expect(sent[0]?.init).toMatchObject({
      body: "{}",
      headers: { "content-type": "application/json" },
    });
  });

  test("sends another media type as it is", async () => {
    const time = "2026-01-01T00:00:00.000Z";
    const times = { timestamp_unit: "ms", first_timestamp: time, last_timestamp: time };
    const reply = { symbol: "A", interval: "1h", records: 1, gaps: 0, ...times };
    const { client, sent } = scripted([json(200, reply)]);
    await client.importCandles({ query: { symbol: "A", interval: "1h" }, body: "timestamp,open" });
    expect(sent[0]?.init).toMatchObject({
      body: "timestamp,open",
      headers: { "content-type": "text/csv" },
    });
  });

  test("sends bytes as they are, where the route takes them", async () => {
    const time = "2026-01-01T00:00:00.000Z";
    const times = { timestamp_unit: "ms", first_timestamp: time, last_timestamp: time };
    const reply = { symbol: "A", interval: "1h", records: 1, gaps: 0, ...times };
    const { client, sent } = scripted([json(200, reply)]);
    const body = new Uint8Array([80, 65, 82, 49]);
    await client.importCandles({ query: { symbol: "A", interval: "1h" }, body });
    expect(sent[0]?.init.body).toBe(body);
    expect(sent[0]?.init.headers["content-type"]).toBe("application/octet-stream");
  });

  test("carries the API key where the route asks for one, and only there", async () => {
    const health = { service: "s", environment: "e", status: "ok", version: "1" };
    const stats = { total: 0, pending: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
    const { client, sent } = scripted([json(200, stats), json(200, { ...health, stats })], {
      apiKey: "a-key-of-the-caller",
    });
    await client.jobStats();
    await client.health();
    expect(sent[0]?.init.headers["x-api-key"]).toBe("a-key-of-the-caller");
    expect(sent[1]?.init.headers["x-api-key"]).toBeUndefined();
  });

  test("cannot leave its path through a parameter", async () => {
    const { client, sent } = scripted([json(200, job())]);
    await client.getJob({ params: { uuid: "a/b?c#d" } });
    expect(sent[0]?.url).toBe("http://service.example/api/jobs/a%2Fb%3Fc%23d");
    for (const uuid of ["", ".", ".."]) {
      await expect(client.getJob({ params: { uuid } })).rejects.toMatchObject({
        code: "INPUT_INVALID",
      });
    }
    expect(sent).toHaveLength(1);
  });

  test("is typed by the contract", () => {
    const { client } = scripted([]);
    expectTypeOf(client.getJob).returns.resolves.toEqualTypeOf<Job>();
    expectTypeOf(client.getJob).parameter(0).toExtend<{ readonly params: { uuid: string } }>();
    // @ts-expect-error limit is a number
    const wrong: Parameters<typeof client.listJobs>[0] = { query: { limit: "7" } };
    // @ts-expect-error health takes no input
    const none: Parameters<typeof client.health>[0] = { query: {} };
    expect([wrong, none]).toHaveLength(2);
  });
});

describe("an error of the service", () => {
  test("is a Problem with the route's code, its status and its text", async () => {
    const { client } = scripted([refusal(404, "no job", { "x-request-id": "r1" })]);
    const error: unknown = await client.getJob({ params: { uuid: JOB_ID } }).catch((e) => e);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({
      code: "JOB_NOT_FOUND",
      status: 404,
      message: "no job",
      requestId: "r1",
    });
  });

  test("takes its code from the header when several share the status", async () => {
    const reply = refusal(422, [{ loc: ["body", "strategy"], msg: "unknown", type: "enum" }], {
      "x-error-code": "STRATEGY_NOT_FOUND",
    });
    const { client } = scripted([reply]);
    const result = await client.createBacktest.safe({ body: { strategy: "x" } });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "STRATEGY_NOT_FOUND", issues: [{ loc: ["body", "strategy"] }] },
    });
  });

  test("stays a Problem when its body is a proxy's page", async () => {
    const { client } = scripted([new Response("<h1>Bad Gateway</h1>", { status: 502 })], {
      retry: false,
    });
    const result = await client.listJobs.safe();
    expect(result).toMatchObject({ ok: false, error: { code: "HTTP_502", status: 502 } });
    expect(!result.ok && isProblem(result.error)).toBe(true);
  });

  test("does not throw from safe, which tells status, data and headers of a success", async () => {
    const reply = json(200, []);
    const { client } = scripted([reply]);
    const { headers } = reply;
    expect(await client.listJobs.safe()).toEqual({ ok: true, status: 200, data: [], headers });
  });
});

describe("an answer", () => {
  const uuid = { params: { uuid: JOB_ID } };
  const validated = { validateAnswers: backtestAnswers };

  test("is handed over as it arrives, unless it is no JSON", async () => {
    const { client } = scripted([json(200, { odd: true }), new Response("<html>")]);
    expect(await client.getJob(uuid)).toEqual({ odd: true });
    await expect(client.getJob(uuid)).rejects.toMatchObject({
      code: "RESPONSE_INVALID",
      message: "the answer (200) is no JSON",
    });
  });

  test("that is validated may have unknown fields and unknown names in enumerations", async () => {
    const newer = job({ status: "paused", job_type: "audit", priority: 3 });
    const { client } = scripted([json(200, newer)], validated);
    expect(await client.getJob(uuid)).toEqual(newer);
  });

  test("that is validated and differs from the contract is RESPONSE_INVALID", async () => {
    const { client } = scripted([json(200, job({ id: undefined })), json(299, job())], validated);
    const error: unknown = await client.getJob(uuid).catch((e) => e);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: "RESPONSE_INVALID" });
    expect((error as Error).message).toMatch(/differs at id/);
    await expect(client.getJob(uuid)).rejects.toMatchObject({
      code: "RESPONSE_INVALID",
      message: "the answer (299) has an unknown status",
    });
  });
});

describe("options", () => {
  test.each([
    [{ baseUrl: "ftp://x" }],
    [{ baseUrl: "http://x?y" }],
    [{ baseUrl: "http://x", timeoutMilliseconds: 0 }],
    [{ baseUrl: "http://x", totalTimeoutMilliseconds: Number.NaN }],
    [{ baseUrl: "http://x", retry: { limit: 11 } }],
    [{ baseUrl: "http://x", retry: { limit: 0.5 } }],
    [{ baseUrl: "http://x", retry: { baseMilliseconds: -1 } }],
    [{ baseUrl: "http://x", retry: { maxMilliseconds: Number.NaN } }],
    [{ baseUrl: "http://x", timeoutMs: 5 }],
  ])("%j is refused with OPTION_INVALID", (options) => {
    expect(() => createBacktestClient(options)).toThrow(
      expect.objectContaining({ code: "OPTION_INVALID" }) as Error,
    );
  });

  test("hooks see every try and may add headers", async () => {
    const seen: string[] = [];
    const { client, sent } = scripted([json(200, [])], {
      onRequest: (request) => {
        request.headers["traceparent"] = "t";
        seen.push(`${request.attempt} ${request.key}`);
      },
      onResponse: (response, request) => seen.push(`${response.status} ${request.key}`),
    });
    await client.listJobs();
    expect(seen).toEqual(["1 listJobs", "200 listJobs"]);
    expect(sent[0]?.init.headers["traceparent"]).toBe("t");
  });
});
