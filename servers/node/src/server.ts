/** The node as a value, for programs that start it and commands that ask about it. */

import { createRequire } from "node:module";

import type { ServerProgram } from "@bourse/http";

import { NODE_PREFIXES, nodeEnvironment } from "./environment.ts";
import { nameLevel } from "./log-level.ts";
import { startNodeServer } from "./start.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/** The node: its name, version, settings and start. */
export const nodeServer: ServerProgram<typeof nodeEnvironment> = {
  name: "bourse-node",
  version,
  environment: nodeEnvironment,
  prefixes: NODE_PREFIXES,
  nameLevel,
  addressOf: ({ INTERNAL_API_HOST, INTERNAL_API_PORT }) => ({
    host: INTERNAL_API_HOST,
    port: INTERNAL_API_PORT,
  }),
  start: startNodeServer,
};
