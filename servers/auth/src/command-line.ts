/** `bourse-auth`: the auth server as a process, and its commands. */

import { createRequire } from "node:module";

import { runCommandLine } from "@bourse/http";
import { checkStoreEngine } from "@bourse/store";

import { runAuthCommand, USAGE } from "./commands/run-auth-command.ts";
import { authEnvironment } from "./environment.ts";
import { storeUrl } from "./open-core.ts";
import { startAuthServer } from "./start.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

await runCommandLine({
  name: "bourse-auth",
  version,
  usage: USAGE.text,
  args: process.argv.slice(2),
  variables: process.env,
  environment: authEnvironment,
  prefixes: ["AUTH_"],
  addressOf: ({ HOST, AUTH_PORT }) => ({ host: HOST, port: AUTH_PORT }),
  checkSettings: (config) => checkStoreEngine(storeUrl(config)),
  start: startAuthServer,
  runCommand: (args, variables) =>
    runAuthCommand(args, variables, { stdout: console.log, stderr: console.error }),
});
