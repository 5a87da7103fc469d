/** `bourse-auth`: the auth server as a process, and its commands. */

import { createRequire } from "node:module";

import { runServer } from "@bourse/http";

import { runAuthCommand } from "./commands/run-auth-command.ts";
import { authEnvironment } from "./environment.ts";
import { startAuthServer } from "./start.ts";

const args = process.argv.slice(2);

if (args.length === 0 || (args.length === 1 && args[0] === "start")) {
  await runServer({
    name: "bourse-auth",
    environment: authEnvironment,
    variables: process.env,
    prefixes: ["AUTH_"],
    start: startAuthServer,
  });
} else if (/^(?:--version|-V|version)$/.test(args.join(" "))) {
  const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
  console.log(`bourse-auth ${manifest.version}`);
} else {
  process.exitCode = await runAuthCommand(args, process.env, {
    stdout: console.log,
    stderr: console.error,
  });
}
