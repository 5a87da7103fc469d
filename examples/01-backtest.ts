// Runs a backtest without a server: candles in, statistics out.
import { backtest } from "@bourse/backtest-engine";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";

const market = createSimulatedProvider({ seed: 7 });
const { candles } = await market.candles({
  symbol: "BTCUSDT",
  interval: "60",
  endTime: Date.UTC(2026, 0, 1),
  limit: 5000,
});
const result = backtest(candles, {
  strategy: "ma_crossover",
  parameters: { fast_period: 20, slow_period: 100 },
  fee: 0.001,
});

console.log("candles", result.candles);
console.log("trades", result.totalTrades);
console.log("return", result.totalReturn.toFixed(4));
console.log("drawdown", result.maxDrawdown.toFixed(4));
console.log("sharpe", result.sharpe?.toFixed(2));
