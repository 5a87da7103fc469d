/** Expectations of answers of the curation API; every message shows the answer. */

import assert from "node:assert/strict";

import { zodOf, type Schema } from "@bourse/contract";

import { expectKeys, shown } from "../http/expect.ts";
import type { Answer } from "../http/wire.ts";

/** A success, bare; the data, which fits the schema. */
export function expectOk<Data>(
  answer: Answer,
  status: number,
  schema: Schema<unknown, Data>,
): Data {
  assert.equal(answer.status, status, shown(answer));
  expectJson(answer);
  const result = zodOf(schema).safeParse(answer.json);
  const faults = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  assert.ok(result.success, `${faults?.join("; ")}\n${shown(answer)}`);
  return answer.json as Data;
}

/** A refusal of the documented shape: exactly `detail`, a sentence or, for 422, issues; no stack or SQL in it. */
export function expectError(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, shown(answer));
  assert.equal(answer.headers.get("x-error-code"), code, shown(answer));
  expectErrorShape(answer);
}

/** The shape alone, whatever the refusal. */
export function expectErrorShape(answer: Answer): void {
  const { status } = answer;
  expectJson(answer);
  if (CHALLENGED.has(answer.headers.get("x-error-code") ?? "")) challengeIn(answer);
  else expectKeys(answer.json, ["detail"], answer);
  const { detail } = answer.json as { readonly detail: unknown };
  if (status === 422) expectIssues(detail, answer);
  else assert.ok(typeof detail === "string" && detail !== "", shown(answer));
  assert.doesNotMatch(answer.text, /\n\s+at |\.[cm]?[jt]s:\d|SELECT |INSERT /, shown(answer));
  if (status === 401) assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer/);
  if (status === 429 || status === 503) {
    assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/, "Retry-After in seconds");
  }
}

const CHALLENGED: ReadonlySet<string> = new Set(["FACTOR_REQUIRED", "STEP_UP_REQUIRED"]);

/** The challenge of a refusal that asks for a second factor. */
export function challengeIn(answer: Answer): string {
  expectKeys(answer.json, ["detail", "code", "challenge", "factors"], answer);
  const { code, challenge, factors } = answer.json as Record<string, unknown>;
  assert.equal(code, answer.headers.get("x-error-code"), shown(answer));
  assert.ok(typeof challenge === "string" && challenge !== "", shown(answer));
  assert.ok(Array.isArray(factors) && factors.length > 0, shown(answer));
  return challenge;
}

/** A VALIDATION_ERROR with an issue at that place. */
export function expectInvalid(answer: Answer, ...loc: readonly (string | number)[]): void {
  expectError(answer, 422, "VALIDATION_ERROR");
  const { detail } = answer.json as { readonly detail: readonly { loc: readonly unknown[] }[] };
  const places = detail.map((issue) => issue.loc.join("."));
  assert.ok(places.includes(loc.join(".")), `no issue at ${loc.join(".")}: ${shown(answer)}`);
}

function expectIssues(detail: unknown, answer: Answer): void {
  assert.ok(Array.isArray(detail) && detail.length > 0, shown(answer));
  for (const issue of detail as Record<string, unknown>[]) {
    expectKeys(issue, ["loc", "msg", "type"], answer);
    assert.ok(Array.isArray(issue["loc"]), shown(answer));
    assert.ok(typeof issue["msg"] === "string" && issue["msg"] !== "", shown(answer));
    assert.match(String(issue["type"]), /^[a-z][a-z0-9_]*$/, shown(answer));
  }
}

function expectJson(answer: Answer): void {
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, shown(answer));
}
