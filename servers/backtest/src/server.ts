/** The backtest server as a value, for programs that start it and commands that ask about it. */

import type { ServerProgram } from "@bourse/http";
import { examineStore } from "@bourse/store";

import { backtestEnvironment } from "./environment.ts";
import { examineBus } from "./examine-bus.ts";
import { checkSettings, startBacktestServer } from "./start.ts";
import { storeUrl } from "./store-url.ts";
import { version } from "./version.ts";

/** The backtest server: its name, version, settings and start. */
export const backtestServer: ServerProgram<typeof backtestEnvironment> = {
  name: "bourse-backtest",
  version,
  environment: backtestEnvironment,
  prefixes: ["BACKTEST_", "EXECUTION_"],
  addressOf: ({ HOST, BACKTEST_PORT }) => ({ host: HOST, port: BACKTEST_PORT }),
  checkSettings,
  examine: async (config) => [
    ...(await examineStore(storeUrl(config), { connections: config.POOL_SIZE + 1 })),
    ...(await examineBus(config)),
  ],
  start: startBacktestServer,
};
