import { serveBacktests } from "@bourse/backtest-engine/browser/worker";

serveBacktests({ whole: () => import("@bourse/backtest-engine") });
