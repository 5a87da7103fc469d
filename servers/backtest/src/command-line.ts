/** `bourse-backtest`: the backtest server as a process, and its commands. */

import { createRequire } from "node:module";

import { runCommandLine } from "@bourse/http";

import { runBacktestCommand } from "./commands/run-backtest-command.ts";
import { USAGE } from "./commands/usage.ts";
import { backtestEnvironment } from "./environment.ts";
import { checkSettings, startBacktestServer } from "./start.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

await runCommandLine({
  name: "bourse-backtest",
  version,
  usage: USAGE.text,
  args: process.argv.slice(2),
  variables: process.env,
  environment: backtestEnvironment,
  prefixes: ["BACKTEST_", "EXECUTION_"],
  addressOf: ({ HOST, BACKTEST_PORT }) => ({ host: HOST, port: BACKTEST_PORT }),
  checkSettings,
  start: startBacktestServer,
  runCommand: (args, variables) =>
    runBacktestCommand(args, variables, {
      stdout: console.log,
      stderr: console.error,
      progress: process.stderr.isTTY ? drawProgress : () => undefined,
    }),
});

/** One line that is drawn over; wiped by an empty text. */
function drawProgress(text: string): void {
  process.stderr.write(`\r\u001b[K${text}`);
}
