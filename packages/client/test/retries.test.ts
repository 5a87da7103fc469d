import { describe, expect, test } from "vitest";

import { JOB_ID, json, refusal, scripted, type Scripted } from "./script.ts";

/** Waits until the client sleeps for that long, then lets the time pass. */
async function pass({ clock }: Scripted, milliseconds: number): Promise<void> {
  await expect.poll(() => clock.waits(), { interval: 1 }).toContain(milliseconds);
  clock.advance(milliseconds);
}

const dispatched = { job_id: JOB_ID, status: "running", message: "m" };

describe("a failed try", () => {
  test.each([408, 425, 429, 500, 502, 503, 504])(
    "of an idempotent call with %i is made again after a jittered wait",
    async (status) => {
      const script = scripted([refusal(status, "x"), refusal(status, "x"), json(200, [])]);
      const call = script.client.listJobs();
      await pass(script, 125);
      await pass(script, 250);
      expect(await call).toEqual([]);
      expect(script.sent).toHaveLength(3);
    },
  );

  test("is the last after the limit, and its Problem comes out", async () => {
    const script = scripted([refusal(503, "1"), refusal(503, "2"), refusal(503, "3")]);
    const call = script.client.listJobs.safe();
    await pass(script, 125);
    await pass(script, 250);
    expect(await call).toMatchObject({ ok: false, error: { message: "3" } });
  });

  test.each([400, 404, 422, 501])("with %i is not made again", async (status) => {
    const script = scripted([refusal(status, "x")]);
    expect(await script.client.listJobs.safe()).toMatchObject({ ok: false, error: { status } });
    expect(script.sent).toHaveLength(1);
  });

  test("for want of a connection is made again", async () => {
    const script = scripted([new TypeError("fetch failed"), json(200, [])]);
    const call = script.client.listJobs();
    await pass(script, 125);
    expect(await call).toEqual([]);
  });

  test("waits as long as Retry-After says, in seconds or as a date", async () => {
    const date = new Date(Date.UTC(2026, 0, 1, 0, 0, 7)).toUTCString();
    const script = scripted([
      refusal(429, "x", { "retry-after": "3" }),
      refusal(503, "x", { "retry-after": date }),
      json(200, []),
    ]);
    const call = script.client.listJobs();
    await pass(script, 3000);
    await pass(script, 4000);
    expect(await call).toEqual([]);
  });

  test("is the last when Retry-After reaches past the call's time", async () => {
    const script = scripted([refusal(429, "x", { "retry-after": "120" })]);
    expect(await script.client.listJobs.safe()).toMatchObject({
      ok: false,
      error: { code: "RATE_LIMITED", retryAfterSeconds: 120 },
    });
  });

  test("of a POST without a key is never made again", async () => {
    const script = scripted([refusal(503, "x")]);
    const call = script.client.cancelJob.safe({ params: { job_uuid: JOB_ID } });
    expect(await call).toMatchObject({ ok: false, error: { status: 503 } });
    expect(script.sent).toHaveLength(1);
  });

  test("of a POST with an Idempotency-Key is made again under the same key", async () => {
    const script = scripted([refusal(503, "x"), json(200, dispatched)], { createId: () => "id-1" });
    const call = script.client.createBacktest();
    await pass(script, 125);
    expect(await call).toEqual(dispatched);
    expect(script.sent.map(({ init }) => init.headers["idempotency-key"])).toEqual([
      "id-1",
      "id-1",
    ]);
  });

  test("is not made again when retries are off", async () => {
    const script = scripted([refusal(503, "x")]);
    const call = script.client.listJobs.safe({}, { retry: false });
    expect(await call).toMatchObject({ ok: false, error: { status: 503 } });
  });
});

describe("time", () => {
  test("a silent try ends at its limit and another is made", async () => {
    const script = scripted(["silence", json(200, [])], { timeoutMilliseconds: 1000 });
    const call = script.client.listJobs();
    await pass(script, 1000);
    await pass(script, 125);
    expect(await call).toEqual([]);
  });

  test("the whole call ends at its limit with TIMEOUT", async () => {
    const script = scripted(["silence"], { totalTimeoutMilliseconds: 2000 });
    const call = script.client.listJobs.safe();
    await pass(script, 2000);
    expect(await call).toMatchObject({ ok: false, error: { code: "TIMEOUT" } });
    expect(script.clock.waits()).toEqual([]);
  });

  test("a caller's abort ends a try, rejects with its reason and leaves no timer", async () => {
    const script = scripted(["silence"]);
    const abort = new AbortController();
    const call = script.client.listJobs({}, { signal: abort.signal });
    await expect.poll(() => script.sent.length).toBe(1);
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(script.clock.waits()).toEqual([]);
  });

  test("a caller's abort ends the wait before a retry", async () => {
    const script = scripted([refusal(503, "x")]);
    const abort = new AbortController();
    const call = script.client.listJobs({}, { signal: abort.signal });
    await expect.poll(() => script.clock.waits()).toContain(125);
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(script.sent).toHaveLength(1);
  });

  test("a signal that is aborted already sends nothing", async () => {
    const script = scripted([]);
    const call = script.client.listJobs({}, { signal: AbortSignal.abort(new Error("enough")) });
    await expect(call).rejects.toThrow("enough");
    expect(script.sent).toHaveLength(0);
  });
});
