// Defines a strategy with validated parameters, backtests it, and checks
// that it does not look ahead.
import { backtest, defineStrategy, Signal } from "@bourse/backtest-engine";
import { auditLookAhead } from "@bourse/backtest-engine/research";
import { ema } from "@bourse/indicators";
import { createSimulatedProvider } from "@bourse/trading-core/market-data";

const trend = defineStrategy({
  name: "above_ema",
  version: "1.0.0",
  description: "Long while the close is above its moving average.",
  signalType: "trend",
  direction: "long",
  parameters: {
    period: {
      type: "integer",
      default: 200,
      minimum: 2,
      maximum: 1000,
      description: "Candles",
    },
  },
  decide: ({ close }, { period }) => {
    const average = ema(close, period);
    const signals = new Uint8Array(close.length);
    for (let i = period - 1; i < close.length; i++) {
      signals[i] =
        close[i]! > average[i]! ? Signal.enterLong : Signal.exitLong;
    }
    return { signals, warmUp: period - 1 };
  },
});

const market = createSimulatedProvider({ seed: 7 });
const { candles } = await market.candles({
  symbol: "ETHUSDT",
  interval: "60",
  endTime: Date.UTC(2026, 0, 1),
  limit: 2000,
});
console.log("trades", backtest(candles, { strategy: trend }).totalTrades);
console.log(
  "looks ahead",
  !auditLookAhead(trend, { period: 50 }, candles).isClean,
);
