/** The OpenAPI documents of all services, as tools of any language read them. */
import { describe, expect, test } from "vitest";

import { documentedAuthApi, documentedAuthDiscoveryApi } from "../src/auth/index.ts";
import { documentedBacktestApi } from "../src/backtest/index.ts";
import { documentedCurationApi, documentedCurationHealthApi } from "../src/curation/index.ts";
import { openapi, type DocumentedApi } from "../src/index.ts";
import {
  documentedNodeDashboardApi,
  documentedNodeExternalApi,
  documentedNodeInternalApi,
} from "../src/node/index.ts";

const APIS: readonly DocumentedApi[] = [
  documentedAuthApi,
  documentedAuthDiscoveryApi,
  documentedBacktestApi,
  documentedCurationApi,
  documentedCurationHealthApi,
  documentedNodeInternalApi,
  documentedNodeExternalApi,
  documentedNodeDashboardApi,
] as unknown as readonly DocumentedApi[];

/** Every object in a document. */
function* nodesOf(node: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield node as Readonly<Record<string, unknown>>;
  for (const inner of Object.values(node)) yield* nodesOf(inner);
}

describe.each(APIS.map((api) => [api.id, openapi(api)] as const))("%s", (_, document) => {
  test("has patterns that every tool reads: no Unicode property, no octal escape, no look-around", () => {
    for (const { pattern } of nodesOf(document)) {
      if (typeof pattern !== "string") continue;
      expect(() => new RegExp(pattern), pattern).not.toThrow();
      expect(pattern).not.toMatch(/\\[pP]\{|\\0|\(\?[^:]/);
    }
  });
});
