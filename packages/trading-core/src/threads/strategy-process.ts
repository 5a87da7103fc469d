/** The module of a process for strategies in files. */

import { openProcessPort } from "@bourse/backtest-engine/threads";

import { serveStrategies } from "./strategy-tasks.ts";

serveStrategies(openProcessPort());
