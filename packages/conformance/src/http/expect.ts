/** Expectations of answers; every message shows the answer. */

import assert from "node:assert/strict";

import { zodOf, type Schema } from "@bourse/contract";

import type { Answer } from "./wire.ts";

/** A success with data of that schema, which is returned; 200 by default. */
export function expectData<Data>(
  answer: Answer,
  schema: Schema<unknown, Data>,
  status = 200,
): Data {
  assert.equal(answer.status, status, shown(answer));
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, shown(answer));
  const result = zodOf(schema).safeParse(answer.json);
  const faults = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  assert.ok(result.success, `${faults?.join("; ")}\n${shown(answer)}`);
  return answer.json as Data;
}

/** An error of the documented shape: exactly `detail`, a text, and `status_code`. */
export function expectRefusal(answer: Answer, status: number): void {
  assert.equal(answer.status, status, shown(answer));
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, shown(answer));
  expectKeys(answer.json, ["detail", "status_code"], answer);
  const { detail, status_code: code } = answer.json as { detail: unknown; status_code: unknown };
  assert.equal(code, status, shown(answer));
  assert.equal(typeof detail, "string", shown(answer));
  assert.notEqual(detail, "", shown(answer));
}

export interface WireIssue {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** A 422 of the documented shape, with an issue at that place; no place: any issue. */
export function expectInvalid(answer: Answer, ...loc: readonly string[]): readonly WireIssue[] {
  assert.equal(answer.status, 422, shown(answer));
  expectKeys(answer.json, ["detail", "status_code"], answer);
  const { detail, status_code: code } = answer.json as {
    detail: readonly WireIssue[];
    status_code: unknown;
  };
  assert.equal(code, 422, shown(answer));
  assert.ok(Array.isArray(detail) && detail.length > 0, shown(answer));
  for (const issue of detail) {
    expectKeys(issue, ["loc", "msg", "type"], answer);
    assert.ok(Array.isArray(issue.loc), shown(answer));
    assert.match(issue.type, /^[a-z][a-z0-9_]*$/, shown(answer));
    assert.ok(typeof issue.msg === "string" && issue.msg !== "", shown(answer));
  }
  const places = detail.map((issue) => issue.loc.slice(0, loc.length).join("."));
  assert.ok(places.includes(loc.join(".")), `no issue at ${loc.join(".")}: ${shown(answer)}`);
  return detail;
}

/** Exactly these members, in any order. */
export function expectKeys(value: unknown, keys: readonly string[], answer: Answer): void {
  assert.ok(typeof value === "object" && value !== null, shown(answer));
  assert.deepEqual(new Set(Object.keys(value)), new Set(keys), shown(answer));
}

/** The answer in one line, for messages. */
export function shown(answer: Answer): string {
  return `${answer.status} ${answer.text.slice(0, 400)}`;
}
