import { isProblem } from "@bourse/contract";
import { NodeError, type NodeErrorCode } from "@bourse/node-core";
import { expect, test } from "vitest";

import { translateNodeError } from "../../src/node/index.ts";

test.each<[NodeErrorCode, number]>([
  ["VALIDATION_ERROR", 422],
  ["UNAUTHORIZED", 401],
  ["FORBIDDEN", 403],
  ["NOT_FOUND", 404],
  ["CURSOR_INVALID", 422],
  ["INSUFFICIENT_FUNDS", 422],
  ["TOKEN_UNSUPPORTED", 422],
  ["TRANSACTION_REFUSED", 422],
  ["TRANSACTION_REVERTED", 409],
  ["PROOF_MISSING", 409],
  ["CHAIN_UNAVAILABLE", 503],
  ["CHAIN_REJECTED", 503],
  ["CHAIN_MISMATCH", 503],
  ["IDEMPOTENCY_MISMATCH", 422],
  ["IDEMPOTENCY_RUNNING", 409],
])("%s is %d", (code, status) => {
  const problem = translateNodeError(new NodeError(code, "a sentence"));
  expect(problem).toMatchObject({ code, status });
});

test.each<NodeErrorCode>([
  "KEYSTORE_LOCKED",
  "KEYSTORE_INVALID",
  "ENVELOPE_INVALID",
  "RECIPIENT_UNKNOWN",
  "PEER_UNREACHABLE",
  "FRAME_INVALID",
])("%s is a fault of the inside", (code) => {
  expect(translateNodeError(new NodeError(code, "a sentence"))).toBeUndefined();
});

test("a field is named where the error names one", () => {
  const error = new NodeError("INSUFFICIENT_FUNDS", "too little", { details: { field: "amount" } });
  expect(translateNodeError(error)?.issues).toEqual([
    { loc: ["body", "amount"], msg: "too little", type: "insufficient_funds" },
  ]);
});

test("fields are spelled as on the wire, in the place and in the sentence", () => {
  const message = "paymentToken: expected a token beside paymentAmount, or neither of the two.";
  const error = new NodeError("VALIDATION_ERROR", message, { details: { field: "paymentToken" } });
  const wired = "payment_token: expected a token beside payment_amount, or neither of the two.";
  expect(translateNodeError(error)).toMatchObject({
    message: wired,
    issues: [{ loc: ["body", "payment_token"], msg: wired, type: "validation_error" }],
  });
});

test("what an endpoint of the chain says of itself does not reach a caller", () => {
  const error = new NodeError("CHAIN_UNAVAILABLE", "https://key@rpc.example did not answer");
  expect(translateNodeError(error)?.message).not.toContain("rpc.example");
});

test("an error of another package is not judged here", () => {
  expect(translateNodeError(new Error("boom"))).toBeUndefined();
  expect(isProblem(translateNodeError(new NodeError("NOT_FOUND", "x")))).toBe(true);
});
