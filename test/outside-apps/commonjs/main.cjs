// A CommonJS program: `require` loads the packages, which are ES modules, on every Node.js that they run on.
const { backtest } = require("@bourse/backtest-engine");
const { createSimulatedProvider } = require("@bourse/trading-core/market-data");
const { isProblem } = require("@bourse/client");
const { createAuthClient } = require("@bourse/client/auth");

async function main() {
  const { candles } = await createSimulatedProvider({ seed: 7 }).candles({
    symbol: "BTCUSDT",
    interval: "60",
    endTime: Date.UTC(2026, 0, 1),
    limit: 1000,
  });
  const { totalTrades } = backtest(candles, { strategy: "rsi" });
  const refuses = () => Promise.resolve(Response.json({}, { status: 404 }));
  const auth = createAuthClient({ baseUrl: "http://auth.local", fetch: refuses });
  const answer = await auth.me.safe();
  const isRefused = !answer.ok && isProblem(answer.error);
  console.log(JSON.stringify({ trades: totalTrades, isRefused }));
}

main();
