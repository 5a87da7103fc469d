/** A node under test: its three APIs, and what a case expects of any answer. */

import assert from "node:assert/strict";

import { zodOf, type Schema } from "@bourse/contract";
import type { NewToken } from "@bourse/contract/node";

import { shown } from "../http/expect.ts";
import {
  patientFetch,
  wireTo,
  type Answer,
  type ConformanceTarget,
  type Wire,
} from "../http/wire.ts";

/** A node under test, ready. */
export interface NodeConformanceTarget {
  /** Internal API of the node. */
  readonly internal: ConformanceTarget;
  /** External API of the node. */
  readonly external: ConformanceTarget;
  /** Dashboard API of the node. */
  readonly dashboard: ConformanceTarget;
  /** API key with every scope. */
  readonly apiKey: string;
  /** The node's wallet, with at least 2^60 of `token`. */
  readonly address: string;
  /** Any other address. */
  readonly recipient: string;
  /** An ERC-20, listed or not: the body of POST /tokens. */
  readonly token: NewToken;
  /**
   * Has another node share new data with the node under test. Default: none, and the list of received shares is not
   * walked through.
   */
  readonly receive?: () => Promise<unknown>;
}

export interface NodeService extends Pick<
  NodeConformanceTarget,
  "apiKey" | "address" | "recipient" | "token" | "receive"
> {
  readonly internal: Wire;
  readonly external: Wire;
  readonly dashboard: Wire;
  /** A header with the key. */
  readonly key: Readonly<Record<string, string>>;
}

export interface NodeCase {
  /** A fact. Unique in its suite. */
  readonly name: string;
  readonly run: (service: NodeService) => Promise<void>;
}

export function nodeServiceAt(target: NodeConformanceTarget): NodeService {
  const { apiKey, address, recipient, token, receive } = target;
  const patient = ({ fetch = globalThis.fetch, ...api }: ConformanceTarget): Wire =>
    wireTo({ ...api, fetch: patientFetch(fetch) });
  return {
    apiKey,
    address,
    recipient,
    token,
    ...(receive !== undefined && { receive }),
    internal: patient(target.internal),
    external: patient(target.external),
    dashboard: patient(target.dashboard),
    key: { "X-API-Key": apiKey },
  };
}

/** An answer with that status, whose body fits the schema. */
export function expectAnswer<Data>(
  answer: Answer,
  status: number,
  schema: Schema<unknown, Data>,
): Data {
  assert.equal(answer.status, status, shown(answer));
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, shown(answer));
  const result = zodOf(schema).safeParse(answer.json);
  const faults = result.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  assert.ok(result.success, `${faults?.join("; ")}\n${shown(answer)}`);
  return answer.json as Data;
}

/** An error of the documented shape: `{error}`, for 422 with `field`. */
export function expectError(answer: Answer, status: number, field?: string): void {
  assert.equal(answer.status, status, shown(answer));
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, shown(answer));
  const body = answer.json as { readonly error?: unknown; readonly field?: unknown };
  assert.ok(typeof body.error === "string" && body.error !== "", shown(answer));
  const allowed = status === 422 ? ["error", "field"] : ["error"];
  const others = Object.keys(body).filter((key) => !allowed.includes(key));
  assert.deepEqual(others, [], shown(answer));
  if (field !== undefined) assert.equal(body.field, field, shown(answer));
}
