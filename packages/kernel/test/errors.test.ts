import { describe, expect, test } from "vitest";

import {
  BourseError,
  hasCode,
  isBourseError,
  KernelError,
  type CodeGuard,
  type NoDetails,
} from "../src/index.ts";

describe("an error", () => {
  test("carries its code, sentence, details and cause", () => {
    const cause = new Error("disk full");
    const error = new KernelError("BUS_QUEUE_FULL", "Try later.", { details: { size: 2 }, cause });
    expect(error).toMatchObject({
      code: "BUS_QUEUE_FULL",
      message: "Try later.",
      details: { size: 2 },
      cause,
    });
    expect(error.name).toBe("KernelError");
    expect(error).toBeInstanceOf(Error);
    expect("cause" in new KernelError("BUS_QUEUE_FULL", "Try later.")).toBe(false);
  });

  test("is known by its brand, also when another copy of the package made it", () => {
    const foreign = Object.defineProperty(new Error("x"), Symbol.for("bourse.error"), {
      value: true,
    });
    expect(isBourseError(new BourseError("ANY", "x"))).toBe(true);
    expect(isBourseError(foreign)).toBe(true);
    expect([null, "x", new Error("x"), { code: "ANY" }].some(isBourseError)).toBe(false);
  });

  test("is told by one of several codes", () => {
    const error: unknown = new BourseError("ANY", "x");
    expect(hasCode(error, "OTHER", "ANY")).toBe(true);
    expect(hasCode(error, "OTHER")).toBe(false);
    expect(hasCode({ code: "ANY" }, "ANY"), "a code alone is no brand").toBe(false);
  });
});

describe("details by code", () => {
  interface SampleDetails {
    readonly FULL: { readonly retryAfterSeconds: number };
    readonly GONE: NoDetails;
  }
  const isSampleError = hasCode as CodeGuard<SampleDetails>;

  class SampleError<Code extends keyof SampleDetails = keyof SampleDetails> extends BourseError<
    Code,
    SampleDetails[Code]
  > {}

  test("a code narrows a caught value to its details", () => {
    const caught: unknown = new SampleError("FULL", "Later.", {
      details: { retryAfterSeconds: 3 },
    });
    expect(isSampleError(caught, "GONE")).toBe(false);
    expect(isSampleError(caught, "FULL") && caught.details.retryAfterSeconds).toBe(3);
    const either = isSampleError(caught, "FULL", "GONE") ? caught : undefined;
    expect(either?.code === "FULL" && either.details.retryAfterSeconds).toBe(3);
  });

  test("details that a code requires have to be given, and no others", () => {
    expect(new SampleError("GONE", "It is gone.").details).toEqual({});
    // @ts-expect-error the wait is missing
    new SampleError("FULL", "Later.");
    // @ts-expect-error the wait is a number
    new SampleError("FULL", "Later.", { details: { retryAfterSeconds: "3" } });
  });
});
