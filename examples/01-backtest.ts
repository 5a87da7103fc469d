// Runs a backtest without a server: candles in, statistics out.
import { backtest } from "@bourse/backtest-engine";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";

const market = createSimulatedProvider({ seed: 7 });
const endTime = Date.UTC(2026, 0, 1);
const series = { symbol: "BTCUSDT", interval: "60", endTime } as const;
const { candles } = await market.candles({ ...series, limit: 5000 });
const parameters = { fast_period: 20, slow_period: 100 };
const rules = { strategy: "ma_crossover", parameters, fee: 0.001 };
const { totalTrades, totalReturn, sharpe } = backtest(candles, rules);
console.log(totalTrades, totalReturn.toFixed(4), sharpe?.toFixed(2));
