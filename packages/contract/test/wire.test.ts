import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  detail,
  detailErrors,
  envelope,
  envelopeErrors,
  errorFormat,
  errorFormatErrors,
  type ProblemInit,
} from "../src/index.ts";

const formats = [
  [detail, detailErrors],
  [envelope, envelopeErrors],
  [errorFormat, errorFormatErrors],
] as const;

const issue = fc.record({
  loc: fc.array(fc.oneof(fc.string(), fc.nat()), { minLength: 1 }),
  msg: fc.string({ minLength: 1 }),
  type: fc.string({ minLength: 1 }),
});

const challenge = fc.record({ challenge: fc.string(), factors: fc.array(fc.string()) });

const shared = {
  code: fc.constantFrom("JOB_NOT_FOUND", "VALIDATION_ERROR"),
  message: fc.string({ minLength: 1 }),
};
const problem: fc.Arbitrary<ProblemInit> = fc.oneof(
  fc.record({
    ...shared,
    status: fc.constantFrom(400, 404, 422, 500, 503),
    issues: fc.option(fc.array(issue, { minLength: 1 }), { nil: undefined }),
  }),
  fc.record({
    ...shared,
    status: fc.constantFrom(401, 403),
    details: fc.option(challenge, { nil: undefined }),
  }),
);

const noHeaders = (): null => null;

describe.each(formats)("$name", (format, errors) => {
  test("writes bodies that fit its schema and are read back with status and code", () => {
    fc.assert(
      fc.property(problem, (init) => {
        const body = JSON.parse(JSON.stringify(format.encode(init))) as unknown;
        expect(errors(init.status).safeParse(body).error?.issues ?? []).toEqual([]);
        const read = format.decode({
          status: init.status,
          body,
          header: noHeaders,
          codes: { [init.status]: init.code },
        });
        expect(read).toMatchObject({ status: init.status, code: init.code });
        expect(read.message).not.toBe("");
      }),
    );
  });

  test("reads any body at all without throwing", () => {
    const anything = fc.oneof(fc.anything(), fc.record({ detail: fc.anything() }));
    fc.assert(
      fc.property(anything, (body) => {
        const read = format.decode({ status: 502, body, header: noHeaders, codes: {} });
        expect(read.status).toBe(502);
        expect(read.code).toBeTypeOf("string");
        expect(read.message).toBeTypeOf("string");
      }),
    );
  });

  test("does not guess between two codes of one status", () => {
    const reply = { status: 400, body: {}, header: noHeaders, codes: { 404: "A" } };
    expect(format.decode(reply).code).toBe("HTTP_400");
  });
});

describe("spellings", () => {
  test("envelope: values by name in the details of an error, read back as they are", () => {
    const details = { challenge: "fc_x", factors: ["totp"] };
    const body = envelope.encode({
      code: "FACTOR_REQUIRED",
      status: 401,
      message: "a code",
      details,
    });
    expect(body).toMatchObject({ error: { code: "FACTOR_REQUIRED", details } });
    const reply = { status: 401, body, header: noHeaders, codes: {} };
    expect(envelope.decode(reply)).toMatchObject({ code: "FACTOR_REQUIRED", details });
    expect(envelope.decode(reply).issues).toBeUndefined();
  });

  const issues = [{ loc: ["body", "limit"], msg: "must be positive", type: "greater_than" }];

  test("detail: a text, and for 422 a list even without issues", () => {
    const plain = { code: "X", status: 404, message: "no such job" };
    expect(detail.encode(plain)).toEqual({ detail: "no such job", status_code: 404 });
    expect(detail.encode({ ...plain, status: 422 })).toEqual({
      detail: [{ loc: ["body"], msg: "no such job", type: "value_error" }],
      status_code: 422,
    });
    expect(detail.encode({ code: "X", status: 400, message: "m", issues })).toEqual({
      detail: "body.limit: must be positive",
      status_code: 400,
    });
  });

  test("envelope: success and data, or error with code and message", () => {
    expect(envelope.envelope?.wrap({ a: 1 })).toEqual({ success: true, data: { a: 1 } });
    expect(envelope.envelope?.wrap(undefined)).toEqual({ success: true });
    expect(envelope.envelope?.unwrap({ success: true, data: 5 })).toBe(5);
    expect(envelope.encode({ code: "X", status: 401, message: "m" })).toEqual({
      success: false,
      error: { code: "X", message: "m" },
    });
  });

  test("error: a text, the field of a 422, the seconds of a 429", () => {
    expect(errorFormat.encode({ code: "X", status: 422, message: "m", issues })).toEqual({
      error: "body.limit: must be positive",
      field: "limit",
    });
    const named = [{ loc: ["body", "abi"], msg: "abi: expected more", type: "x" }];
    expect(errorFormat.encode({ code: "X", status: 422, message: "m", issues: named })).toEqual({
      error: "abi: expected more",
      field: "abi",
    });
    expect(
      errorFormat.encode({ code: "X", status: 429, message: "m", retryAfterSeconds: 1.5 }),
    ).toEqual({ error: "m", retry_after: 1.5 });
  });
});
