#!/usr/bin/env node
/** `bourse-backtest`: the backtest server as a process. */

import { runServer } from "@bourse/http";

import { backtestEnvironment } from "./environment.ts";
import { startBacktestServer } from "./start.ts";

await runServer({
  name: "bourse-backtest",
  environment: backtestEnvironment,
  variables: process.env,
  start: startBacktestServer,
});
