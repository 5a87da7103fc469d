import { describe, expect, test } from "vitest";

import { job, JOB_ID, json, scripted } from "./script.ts";

describe("waitForJob", () => {
  test.each(["completed", "failed", "cancelled"])(
    "asks every 500 ms until the job is %s",
    async (status) => {
      const script = scripted(
        [job(), job({ status: "running" }), job({ status })].map((body) => json(200, body)),
      );
      const waiting = script.client.waitForJob(JOB_ID);
      for (const asked of [1, 2]) {
        await expect.poll(() => script.sent.length).toBe(asked);
        await expect.poll(() => script.clock.waits()).toEqual([500]);
        script.clock.advance(500);
      }
      expect(await waiting).toMatchObject({ status });
      expect(script.sent).toHaveLength(3);
    },
  );

  test("ends with the caller's signal", async () => {
    const script = scripted([json(200, job())]);
    const abort = new AbortController();
    const waiting = script.client.waitForJob(JOB_ID, { signal: abort.signal });
    await expect.poll(() => script.clock.waits()).toEqual([500]);
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
  });

  test("ends with TIMEOUT after the maximum, and says in what state the job is", async () => {
    const script = scripted([job(), job({ status: "running" })].map((body) => json(200, body)));
    const waiting = script.client.waitForJob(JOB_ID, { maxWaitMilliseconds: 900 });
    const refusal = waiting.catch((error: unknown) => error);
    await expect.poll(() => script.clock.waits()).toEqual([500]);
    script.clock.advance(500);
    expect(await refusal).toMatchObject({
      code: "TIMEOUT",
      message: `job ${JOB_ID} is still running after 900 ms`,
    });
    expect(script.sent).toHaveLength(2);
  });

  test("refuses a pause of 0", async () => {
    const { client } = scripted([]);
    await expect(client.waitForJob(JOB_ID, { pollMilliseconds: 0 })).rejects.toMatchObject({
      code: "OPTION_INVALID",
    });
  });
});
