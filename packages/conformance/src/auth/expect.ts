/** Expectations of answers of the access control API; every message shows the answer. */

import assert from "node:assert/strict";

import { zodOf, type Schema } from "@bourse/contract";

import { expectKeys, shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";

export const TOKEN: RegExp = /^[\w-]+\.[\w-]+\.[\w-]+$/;
export const TIME: RegExp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A success in the documented envelope, exactly `success` and `data`; the data, which fits the schema. */
export function expectOk<Data>(
  answer: Answer,
  status: number,
  schema: Schema<unknown, Data>,
  keys?: readonly string[],
): Data {
  assert.equal(answer.status, status, shown(answer));
  expectJson(answer);
  expectKeys(answer.json, ["success", "data"], answer);
  const { success, data } = answer.json as { success: unknown; data: unknown };
  assert.equal(success, true, shown(answer));
  const result = zodOf(schema).safeParse(data);
  const faults = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  assert.ok(result.success, `${faults?.join("; ")}\n${shown(answer)}`);
  if (keys !== undefined) expectKeys(data, keys, answer);
  return data as Data;
}

/** A failure in the documented envelope: a sentence, and neither a stack nor SQL in it. */
export function expectError(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, shown(answer));
  expectJson(answer);
  expectKeys(answer.json, ["success", "error"], answer);
  const { success, error } = answer.json as { success: unknown; error: Record<string, unknown> };
  assert.equal(success, false, shown(answer));
  const { details, ...told } = error;
  expectKeys(told, ["code", "message"], answer);
  assert.equal(told["code"], code, shown(answer));
  assert.ok(typeof told["message"] === "string" && told["message"] !== "", shown(answer));
  assert.doesNotMatch(answer.text, /\n\s+at |\.[cm]?[jt]s:\d|SELECT |INSERT /, shown(answer));
  if (code === "FACTOR_REQUIRED" || code === "STEP_UP_REQUIRED") challengeIn(answer);
  else if (details !== undefined) expectDetails(details, answer);
  if (status === 401) assert.ok(answer.headers.get("www-authenticate"), "no WWW-Authenticate");
  if (status === 429) expectRetryAfter(answer);
}

/** A VALIDATION_ERROR with a detail at that path. */
export function expectInvalid(answer: Answer, path: string): void {
  expectError(answer, 400, "VALIDATION_ERROR");
  const { error } = answer.json as { error: { details?: readonly { path: string }[] } };
  const paths = error.details?.map((detail) => detail.path) ?? [];
  assert.ok(paths.includes(path), `no detail at ${path}: ${shown(answer)}`);
}

/** The challenge of a refusal that asks for a second factor. */
export function challengeIn(answer: Answer): string {
  const { error } = answer.json as { error: { details?: Record<string, unknown> } };
  expectKeys(error.details, ["challenge", "factors"], answer);
  const { challenge, factors } = error.details ?? {};
  assert.ok(typeof challenge === "string" && challenge !== "", shown(answer));
  assert.ok(Array.isArray(factors) && factors.length > 0, shown(answer));
  return challenge;
}

function expectJson(answer: Answer): void {
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, shown(answer));
}

function expectDetails(details: unknown, answer: Answer): void {
  assert.ok(Array.isArray(details) && details.length > 0, shown(answer));
  for (const detail of details as Record<string, unknown>[]) {
    expectKeys(detail, ["path", "message"], answer);
    assert.equal(typeof detail["path"], "string", shown(answer));
    assert.ok(typeof detail["message"] === "string" && detail["message"] !== "", shown(answer));
  }
}

function expectRetryAfter(answer: Answer): void {
  assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/, "Retry-After in seconds");
}
