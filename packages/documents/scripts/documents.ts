/** The documents that the repository keeps, by their file names below `documents`. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { authDocument } from "../src/auth/index.ts";
import { backtestDocument, backtestFeedsDocument } from "../src/backtest/index.ts";
import { curationDocument, curationFeedsDocument } from "../src/curation/index.ts";
import {
  nodeDashboardDocument,
  nodeDashboardFeedsDocument,
  nodeExternalDocument,
  nodeInternalDocument,
} from "../src/node/index.ts";
import { asyncapiChanges } from "./breaking/asyncapi-changes.ts";
import type { BreakingChange, Json } from "./breaking/change.ts";
import { openapiChanges } from "./breaking/openapi-changes.ts";

/** The folder of the documents as they are. */
export const DOCUMENTS = fileURLToPath(new URL("../../../documents/", import.meta.url));

/** The folder of the documents as they were at the last release, or when they were first kept. */
export const RELEASED = `${DOCUMENTS}released/`;

/** The documents, out of the contract, with the API's version in place of a server's. */
export function documents(): Readonly<Record<string, object>> {
  return {
    "auth.openapi.json": authDocument(),
    "backtest.asyncapi.json": backtestFeedsDocument(),
    "backtest.openapi.json": backtestDocument(),
    "curation.asyncapi.json": curationFeedsDocument(),
    "curation.openapi.json": curationDocument(),
    "node-dashboard.asyncapi.json": nodeDashboardFeedsDocument(),
    "node-dashboard.openapi.json": nodeDashboardDocument(),
    "node-external.openapi.json": nodeExternalDocument(),
    "node-internal.openapi.json": nodeInternalDocument(),
  };
}

/** The documents of a folder, by their file names. */
export function documentsIn(folder: string): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .map((file) => [file, JSON.parse(readFileSync(folder + file, "utf8")) as Json]),
  );
}

/** The breaking changes of all documents, as lines `file: place: change`. */
export function breakingChanges(
  before: Readonly<Record<string, Json>>,
  after: Readonly<Record<string, Json>>,
): readonly string[] {
  return Object.entries(before).flatMap(([file, document]) => {
    const now = after[file];
    if (now === undefined) return [`${file}: the document was removed`];
    return changesOf(file, document, now).map(
      ({ place, change }) => `${file}: ${place}: ${change}`,
    );
  });
}

function changesOf(file: string, before: Json, after: Json): readonly BreakingChange[] {
  return file.endsWith(".asyncapi.json")
    ? asyncapiChanges(before, after)
    : openapiChanges(before, after);
}
