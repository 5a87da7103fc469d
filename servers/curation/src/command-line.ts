/** `bourse-curation`: the curation server as a process, and its commands. */

import { createRequire } from "node:module";

import { runServer } from "@bourse/http";

import { runCurationCommand } from "./commands/run-curation-command.ts";
import { curationEnvironment } from "./environment.ts";
import { startCurationServer } from "./start.ts";

const args = process.argv.slice(2);

if (args.length === 0 || (args.length === 1 && args[0] === "start")) {
  await runServer({
    name: "bourse-curation",
    environment: curationEnvironment,
    variables: process.env,
    prefixes: ["CURATION_"],
    start: startCurationServer,
  });
} else if (/^(?:--version|-V|version)$/.test(args.join(" "))) {
  const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
  console.log(`bourse-curation ${manifest.version}`);
} else {
  process.exitCode = await runCurationCommand(args, process.env, {
    stdout: console.log,
    stderr: console.error,
  });
}
