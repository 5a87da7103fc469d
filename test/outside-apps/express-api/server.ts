// An Express API that embeds two cores: callers need a key of auth-core, and backtests run in this process.
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { authCollections, AuthError, createAuthCore } from "@bourse/auth-core";
import { backtest, EngineError } from "@bourse/backtest-engine";
import { createMemoryStore } from "@bourse/kernel";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";

const store = createMemoryStore({ collections: authCollections });
const auth = await createAuthCore({ store, masterKey: crypto.getRandomValues(new Uint8Array(32)) });
const market = createSimulatedProvider({ seed: 7 });

const mayDeploy: RequestHandler = async (request, _response, next) => {
  await auth.guard.authorize({ apiKey: request.get("x-api-key") }, "deploy");
  next();
};

const runBacktest: RequestHandler = async (request, response) => {
  const { strategy, parameters } = request.body as { strategy: string; parameters?: object };
  const { candles } = await market.candles({
    symbol: "BTCUSDT",
    interval: "60",
    endTime: Date.UTC(2026, 0, 1),
    limit: 1000,
  });
  const result = backtest(candles, { strategy, parameters: { ...parameters } });
  response.json({ trades: result.totalTrades, return: result.totalReturn });
};

const refuse: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof AuthError) {
    response.status(error.code === "FORBIDDEN" ? 403 : 401).json({ code: error.code });
  } else if (error instanceof EngineError) {
    response.status(422).json({ code: error.code, message: error.message });
  } else {
    next(error);
  }
};

const app = express();
app.post("/backtests", mayDeploy, express.json(), runBacktest);
app.use(refuse);
const server = app.listen(Number(process.env["PORT"] ?? 4000), "127.0.0.1");
await once(server, "listening");

const { user } = await auth.accounts.register({ email: "ada@example.com", password: "a long way" });
const { key } = await auth.keys.create(user.id, { name: "first", permissions: ["deploy"] });
const { port } = server.address() as AddressInfo;
console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, key }));
