/** This server as a process of its own. */

import { join } from "node:path";

import {
  runBourseProcess,
  startProcess,
  type Ended,
  type ServerProcess,
  type Variables,
} from "../../../../test/support/server-process.ts";
import { callsTo, type Calls } from "./calls.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

/** Resolves when the server answers, on a free port unless `variables` name one. */
export async function startServerProcess(
  variables: Variables,
): Promise<Calls & ServerProcess & { readonly dataDir: string }> {
  const server = await startProcess(MAIN, { CURATION_PORT: "0", ...variables });
  return { ...callsTo(server.url), ...server, dataDir: variables["DATA_DIR"] ?? "" };
}

/** Runs `bourse curation` with `words` to its end. */
export function runCommandProcess(words: readonly string[], variables: Variables): Promise<Ended> {
  return runBourseProcess(["curation", ...words], variables);
}
