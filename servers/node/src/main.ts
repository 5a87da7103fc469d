#!/usr/bin/env node
/** `bourse-node`: the node as a process, and its commands. */

import { runServer } from "@bourse/http";

import { runNodeCommand } from "./commands/run-node-command.ts";
import { nodeEnvironment } from "./environment.ts";
import { nameLevel } from "./log-level.ts";
import { startNodeServer } from "./start.ts";

const words = process.argv.slice(2);

if (words.length === 0 || (words.length === 1 && words[0] === "start")) {
  await runServer({
    name: "bourse-node",
    environment: nodeEnvironment,
    variables: process.env,
    nameLevel,
    start: startNodeServer,
  });
} else {
  process.exitCode = await runNodeCommand(words, process.env, {
    print: console.log,
    complain: console.error,
  });
}
