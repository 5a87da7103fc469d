#!/usr/bin/env node
/** `bourse-curation`: the curation server as a process, and its commands. */

import { runServer } from "@bourse/http";

import { runCurationCommand } from "./commands/run-curation-command.ts";
import { curationEnvironment } from "./environment.ts";
import { startCurationServer } from "./start.ts";

const words = process.argv.slice(2);

if (words.length === 0 || (words.length === 1 && words[0] === "start")) {
  await runServer({
    name: "bourse-curation",
    environment: curationEnvironment,
    variables: process.env,
    start: startCurationServer,
  });
} else {
  process.exitCode = await runCurationCommand(words, process.env, {
    print: console.log,
    complain: console.error,
  });
}
