/** The worker thread's module: sweeps and walk-forwards over the built-in strategies. */

import { serveBacktests } from "./serve-backtests.ts";

serveBacktests();
