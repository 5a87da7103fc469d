/** `bourse-node`: the node as a process, and its commands. */

import { createRequire } from "node:module";

import { runServer } from "@bourse/http";

import { askSecret } from "./commands/ask-secret.ts";
import { runNodeCommand } from "./commands/run-node-command.ts";
import { NODE_PREFIXES, nodeEnvironment } from "./environment.ts";
import { nameLevel } from "./log-level.ts";
import { startNodeServer } from "./start.ts";

const args = process.argv.slice(2);

if (args.length === 0 || (args.length === 1 && args[0] === "start")) {
  await runServer({
    name: "bourse-node",
    environment: nodeEnvironment,
    variables: process.env,
    prefixes: NODE_PREFIXES,
    nameLevel,
    start: startNodeServer,
  });
} else if (/^(?:--version|-V|version)$/.test(args.join(" "))) {
  const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
  console.log(`bourse-node ${manifest.version}`);
} else {
  process.exitCode = await runNodeCommand(args, process.env, {
    stdout: console.log,
    stderr: console.error,
    ...(process.stdin.isTTY
      ? {
          askSecret: (question: string) =>
            askSecret({ input: process.stdin, output: process.stderr }, question),
        }
      : {}),
  });
}
