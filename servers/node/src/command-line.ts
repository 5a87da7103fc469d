/** `bourse-node`: the node as a process, and its commands. */

import { createRequire } from "node:module";

import { runCommandLine } from "@bourse/http";

import { askSecret } from "./commands/ask-secret.ts";
import { runNodeCommand } from "./commands/run-node-command.ts";
import { USAGE } from "./commands/usage.ts";
import { NODE_PREFIXES, nodeEnvironment } from "./environment.ts";
import { nameLevel } from "./log-level.ts";
import { startNodeServer } from "./start.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

await runCommandLine({
  name: "bourse-node",
  version,
  usage: USAGE.text,
  args: process.argv.slice(2),
  variables: process.env,
  environment: nodeEnvironment,
  prefixes: NODE_PREFIXES,
  nameLevel,
  hasDoctor: true,
  addressOf: ({ INTERNAL_API_HOST, INTERNAL_API_PORT }) => ({
    host: INTERNAL_API_HOST,
    port: INTERNAL_API_PORT,
  }),
  start: startNodeServer,
  runCommand: (args, variables) =>
    runNodeCommand(args, variables, {
      stdout: console.log,
      stderr: console.error,
      ...(process.stdin.isTTY
        ? {
            askSecret: (question: string) =>
              askSecret({ input: process.stdin, output: process.stderr }, question),
          }
        : {}),
    }),
});
