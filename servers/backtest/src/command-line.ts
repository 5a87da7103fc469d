/** `bourse-backtest`: the backtest server as a process, and its commands. */

import { createRequire } from "node:module";

import { runServer } from "@bourse/http";

import { runBacktestCommand } from "./commands/run-backtest-command.ts";
import { backtestEnvironment } from "./environment.ts";
import { startBacktestServer } from "./start.ts";

const args = process.argv.slice(2);

if (args.length === 0 || (args.length === 1 && args[0] === "start")) {
  await runServer({
    name: "bourse-backtest",
    environment: backtestEnvironment,
    variables: process.env,
    prefixes: ["BACKTEST_", "EXECUTION_"],
    start: startBacktestServer,
  });
} else if (/^(?:--version|-V|version)$/.test(args.join(" "))) {
  const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
  console.log(`bourse-backtest ${manifest.version}`);
} else {
  process.exitCode = await runBacktestCommand(args, process.env, {
    print: console.log,
    stderr: console.error,
    progress: process.stderr.isTTY ? drawProgress : () => undefined,
  });
}

/** One line that is drawn over; wiped by an empty text. */
function drawProgress(text: string): void {
  process.stderr.write(`\r\u001b[K${text}`);
}
