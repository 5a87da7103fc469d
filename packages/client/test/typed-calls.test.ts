/** The types of calls, as an app's compiler judges them: `tsc` checks that each `@ts-expect-error` is one. */

import { describe, expect, expectTypeOf, test } from "vitest";

import type {
  CancelJobCode,
  CreateBacktestInput,
  CreateBacktestOutput,
  GetJobOutput,
} from "../src/backtest/index.ts";
import { JOB_ID, refusal, scripted } from "./script.ts";

const input = { params: { job_uuid: JOB_ID } };

describe("a switch over the codes of a call", () => {
  test("compiles when it has a branch for each, and tells the route's own codes at run time", async () => {
    const headers = { "x-error-code": "JOB_NOT_CANCELLABLE" };
    const { client } = scripted([
      refusal(400, "it has ended", headers),
      refusal(500, "oops", { "x-error-code": "INTERNAL_ERROR" }),
    ]);
    const error: unknown = await client.cancelJob(input).catch((e: unknown) => e);
    if (!client.cancelJob.isProblem(error)) throw error;
    expect(adviceFor(error.code)).toBe("it has ended");
    const general: unknown = await client.cancelJob(input).catch((e: unknown) => e);
    expect(general).toMatchObject({ code: "INTERNAL_ERROR" });
    expect(client.cancelJob.isProblem(general)).toBe(false);
    expect(client.getJob.isProblem(error)).toBe(false);
    expect(client.cancelJob.isProblem(new TypeError("x"))).toBe(false);
  });

  test("does not compile without one of them", () => {
    const incomplete = (code: CancelJobCode): string => {
      // oxlint-disable-next-line typescript/switch-exhaustiveness-check
      switch (code) {
        case "JOB_NOT_FOUND":
        case "UNAUTHORIZED":
        case "FORBIDDEN":
        case "RATE_LIMITED":
          return "another";
        default:
          // @ts-expect-error JOB_NOT_CANCELLABLE has no branch
          return code satisfies never;
      }
    };
    expect(incomplete("JOB_NOT_CANCELLABLE")).toBe("JOB_NOT_CANCELLABLE");
  });
});

function adviceFor(code: CancelJobCode): string {
  switch (code) {
    case "JOB_NOT_FOUND":
    case "UNAUTHORIZED":
    case "FORBIDDEN":
    case "RATE_LIMITED":
      return "another";
    case "JOB_NOT_CANCELLABLE":
      return "it has ended";
    default:
      return code satisfies never;
  }
}

describe("named types", () => {
  test("are those of the calls", () => {
    const { client } = scripted([]);
    expectTypeOf(client.createBacktest).returns.resolves.toEqualTypeOf<CreateBacktestOutput>();
    expectTypeOf(client.getJob).returns.resolves.toEqualTypeOf<GetJobOutput>();
    expectTypeOf<CreateBacktestInput>().toExtend<Parameters<typeof client.createBacktest>[0]>();
    const named: CreateBacktestInput = { body: { strategy: "rsi", limit: 500 } };
    // @ts-expect-error the field is called strategy
    const wrong: CreateBacktestInput = { body: { strategey: "rsi" } };
    expect([named, wrong]).toHaveLength(2);
  });

  test("of an unknown route or field do not exist", () => {
    const { client } = scripted([]);
    // @ts-expect-error there is no such route
    expect(client.cancelEverything).toBeUndefined();
    const read = async (): Promise<unknown> => {
      const job = await client.getJob({ params: { uuid: JOB_ID } });
      // @ts-expect-error a job has no such field
      return job.progress_percent;
    };
    expect(read).toBeTypeOf("function");
  });
});
