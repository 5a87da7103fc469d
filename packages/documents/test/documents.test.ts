import { withTexts, type DocumentedApi } from "@bourse/contract";
import { documentedBacktestApi } from "@bourse/contract/backtest";
import { describe, expect, test } from "vitest";

import { authDocument } from "../src/auth/index.ts";
import { backtestDocument, backtestFeedsDocument } from "../src/backtest/index.ts";
import { curationDocument } from "../src/curation/index.ts";
import {
  nodeDashboardDocument,
  nodeExternalDocument,
  nodeInternalDocument,
} from "../src/node/index.ts";

const DOCUMENTS = {
  auth: authDocument,
  backtest: backtestDocument,
  curation: curationDocument,
  "node-internal": nodeInternalDocument,
  "node-external": nodeExternalDocument,
  "node-dashboard": nodeDashboardDocument,
};

describe.each(Object.entries(DOCUMENTS))("the document of %s", (_, write) => {
  const operations = Object.values(write().paths).flatMap((methods) => Object.values(methods));

  test("summarizes every route by a sentence of its own, not by its operation id", () => {
    const inWords = operations.filter(
      ({ operationId, summary }) =>
        String(summary).toLowerCase().replaceAll(" ", "") === String(operationId).toLowerCase(),
    );
    expect(operations.length).toBeGreaterThan(5);
    expect(inWords).toEqual([]);
  });
});

test("the API of access control stands under the prefix that is asked for, its keys at the root", () => {
  const paths = Object.keys(authDocument("/accounts").paths);
  expect(paths).toContain("/accounts/auth/login");
  expect(paths).toContain("/.well-known/jwks.json");
  expect(paths.filter((path) => path.startsWith("/api"))).toEqual([]);
});

test("the version of a server stands in both kinds of documents", () => {
  expect(backtestDocument({ version: "9.9.9" }).info["version"]).toBe("9.9.9");
  expect(backtestFeedsDocument({ version: "9.9.9" }).info["version"]).toBe("9.9.9");
});

test("without texts a route is summarized by its operation id in words", () => {
  const bare = documentedBacktestApi as unknown as DocumentedApi;
  expect(bare.docs.routes["listJobs"]?.summary).toBe("List jobs");
  const described = withTexts(bare, { listJobs: "List jobs, newest first" });
  expect(described.docs.routes["listJobs"]?.summary).toBe("List jobs, newest first");
  expect(described.docs.routes["getJob"]?.summary).toBe("Get job");
});
