// Paper trading: a market order, a take-profit and a stop order, and the
// account after the market has moved.
import { candlesFromRows } from "@bourse/backtest-engine";
import { createManualClock, createMemoryStore } from "@bourse/kernel";
import {
  createPaperBroker,
  paperCollections,
} from "@bourse/trading-core/execution";
import { createMemoryProvider } from "@bourse/trading-core/market-data";

const closes = [100, 101, 99, 104, 106];
const start = Date.UTC(2026, 0, 1);
const { candles } = candlesFromRows(
  closes.map((close, minute) => {
    const open = closes[minute - 1] ?? close;
    const [low, high] = [Math.min(open, close), Math.max(open, close)];
    return {
      timestamp: start + minute * 60_000,
      open,
      high,
      low,
      close,
      volume: 1,
    };
  }),
);
const clock = createManualClock({ now: start + 60_000 });
const broker = createPaperBroker({
  store: createMemoryStore({ collections: paperCollections }),
  candles: createMemoryProvider({
    series: [{ symbol: "BTCUSDT", interval: "1", candles }],
    clock,
  }),
  slippage: "0.0005",
  clock,
});

const symbol = "BTCUSDT";
const entry = {
  symbol,
  side: "buy",
  quantity: "2",
  clientOrderId: "entry-1",
} as const;
const bought = await broker.place(entry);
const again = await broker.place(entry);
console.log("bought at", bought.averagePrice, "fee", bought.fee);
console.log(
  "same order when sent twice:",
  again.orderId === bought.orderId,
);

const rest = { symbol, side: "sell", quantity: "1" } as const;
const target = await broker.place({
  ...rest,
  orderType: "limit",
  price: "105",
});
const stop = await broker.place({
  ...rest,
  orderType: "stop",
  stopPrice: "98.5",
});
for (let minute = 0; minute < 4; minute++) {
  await clock.advance(60_000);
  await broker.settle();
}
for (const { orderId, orderType } of [target, stop]) {
  const { status, averagePrice } = await broker.order(orderId);
  console.log(orderType, status, averagePrice ?? "unfilled");
}
const [position] = await broker.positions();
console.log(
  "open",
  position?.quantity,
  "with unrealised profit",
  position?.unrealizedPnl,
);
console.log(
  "realised profit",
  position?.realizedPnl,
  "balance",
  await broker.balance(),
);
