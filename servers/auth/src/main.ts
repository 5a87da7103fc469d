#!/usr/bin/env node
/** `bourse-auth`: the auth server as a process, and its commands. */

import { runServer } from "@bourse/http";

import { runAuthCommand } from "./commands/run-auth-command.ts";
import { authEnvironment } from "./environment.ts";
import { startAuthServer } from "./start.ts";

const words = process.argv.slice(2);

if (words.length === 0 || (words.length === 1 && words[0] === "start")) {
  await runServer({
    name: "bourse-auth",
    environment: authEnvironment,
    variables: process.env,
    start: startAuthServer,
  });
} else {
  process.exitCode = await runAuthCommand(words, process.env, {
    print: console.log,
    complain: console.error,
  });
}
