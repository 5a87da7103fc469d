/** `bourse-store`: its commands. */

import { createRequire } from "node:module";

import { runStoreCommand } from "./copy-command.ts";

const args = process.argv.slice(2);

if (/^(?:--version|-V|version)$/.test(args.join(" "))) {
  const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
  console.log(`bourse-store ${manifest.version}`);
} else {
  process.exitCode = await runStoreCommand(args, console.log, console.error);
}
