/** A process that runs the sessions of a store until it is killed. */

import { createStrategyRegistry } from "@bourse/backtest-engine/strategies";

import { openStore } from "../../../adapters/store/src/index.ts";
import { sessionCollections } from "../../src/sessions/collections.ts";
import { createTradingSessions } from "../../src/sessions/trading-sessions.ts";
import { chance, randomCandles, trend } from "../session/random-day.ts";
import { listedStream } from "./listed-stream.ts";

const [, , url = "", count = "0"] = process.argv;
const store = await openStore(url, { collections: sessionCollections });
const sessions = createTradingSessions({
  store,
  streams: { listed: listedStream(randomCandles(Number(count), 21)) },
  defaultExchange: "listed",
  strategies: createStrategyRegistry([trend, chance]),
  leaseMilliseconds: 300,
  tell: (_, { type }) => {
    process.stdout.write(`${type}\n`);
    return Promise.resolve();
  },
});
await sessions.start();
process.stdout.write("started\n");
