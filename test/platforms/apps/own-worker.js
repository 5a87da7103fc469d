/** The worker of a bundled app. */
import { serveBacktests } from "@bourse/backtest-engine/threads";

serveBacktests();
