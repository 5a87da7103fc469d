// Writes simulated daily prices in the format of a Yahoo Finance download:
// six years, weekdays only.
import { writeFileSync } from "node:fs";

import { createSimulatedProvider } from "@bourse/trading-core/market-data";

const { candles } = await createSimulatedProvider({ seed: 11 }).candles({
  symbol: "ETHUSDT",
  interval: "D",
  endTime: Date.UTC(2026, 0, 1),
  limit: 2192,
});
const lines = ["Date,Open,High,Low,Close,Adj Close,Volume"];
for (let i = 0; i < candles.length; i++) {
  const day = new Date(candles.time[i]);
  if (day.getUTCDay() % 6 === 0) continue;
  const prices = [
    candles.open,
    candles.high,
    candles.low,
    candles.close,
    candles.close,
  ];
  const cells = prices.map((column) => column[i].toFixed(6));
  lines.push(
    [
      day.toISOString().slice(0, 10),
      ...cells,
      Math.round(candles.volume[i]),
    ].join(","),
  );
}
writeFileSync("ACME.csv", `${lines.join("\n")}\n`);
