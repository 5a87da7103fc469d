/** `bourse-curation`: the curation server as a process, and its commands. */

import { createRequire } from "node:module";

import { runCommandLine } from "@bourse/http";
import { checkStoreEngine } from "@bourse/store";

import { runCurationCommand, USAGE } from "./commands/run-curation-command.ts";
import { terminalQuestion } from "./commands/terminal-question.ts";
import { curationEnvironment } from "./environment.ts";
import { storeUrl } from "./open-core.ts";
import { startCurationServer } from "./start.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

await runCommandLine({
  name: "bourse-curation",
  version,
  usage: USAGE.text,
  args: process.argv.slice(2),
  variables: process.env,
  environment: curationEnvironment,
  prefixes: ["CURATION_"],
  addressOf: ({ HOST, CURATION_PORT }) => ({ host: HOST, port: CURATION_PORT }),
  checkSettings: (config) => checkStoreEngine(storeUrl(config)),
  start: startCurationServer,
  runCommand: (args, variables) =>
    runCurationCommand(
      args,
      variables,
      { stdout: console.log, stderr: console.error },
      terminalQuestion(process.stdin, process.stderr),
    ),
});
