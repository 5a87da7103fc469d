/** The worker thread's module: simulates backtests over the built-in strategies. */

import { createStrategyRegistry } from "../../strategies/strategy-registry.ts";
import { serveBacktests } from "./backtest-executor.ts";

serveBacktests(createStrategyRegistry());
