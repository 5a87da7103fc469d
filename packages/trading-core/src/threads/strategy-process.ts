/** The module of a process for strategies in files. */

import { confineProcess, openProcessPort } from "@bourse/backtest-engine/threads";

import { serveStrategies } from "./strategy-tasks.ts";

const port = openProcessPort();
confineProcess();
serveStrategies(port);
