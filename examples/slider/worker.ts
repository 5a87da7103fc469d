import { serveBacktests } from "@bourse/backtest-engine/browser/worker";

serveBacktests();
