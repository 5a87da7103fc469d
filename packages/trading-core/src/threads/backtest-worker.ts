/** The worker thread's module: simulates backtests over the built-in strategies. */

import { serveBacktests } from "./pooled-executor.ts";

serveBacktests();
