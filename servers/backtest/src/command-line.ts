/** `bourse-backtest`: the backtest server as a process. */

import { runServerProgram } from "@bourse/http";

import { backtestServer } from "./server.ts";

await runServerProgram(backtestServer, { args: process.argv.slice(2), variables: process.env });
