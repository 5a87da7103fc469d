// Writes simulated prices as three Python programs leave them on a disk:
// yfinance, ib_async, and a download script for Binance's public data.
import { mkdirSync, writeFileSync } from "node:fs";

const DAY = 86_400_000;

// The same walk in every run.
let state = 7;
function draw() {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647 - 0.5;
}

let price = 150;
function candle(width) {
  const open = price;
  price *= 1 + draw() * width;
  const high = Math.max(open, price) * (1 + Math.abs(draw()) * width);
  const low = Math.min(open, price) * (1 - Math.abs(draw()) * width);
  return [open, high, low, price].map((value) => value.toFixed(2));
}

function weekdays(from, to) {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY);
  return Array.from(
    { length: count },
    (_, day) => new Date(Date.parse(from) + day * DAY),
  ).filter((date) => date.getUTCDay() % 6 !== 0);
}

// yf.Ticker("SAP.DE").history(period="2y").to_csv("SAP.DE.csv")
const offset = new Intl.DateTimeFormat("en", {
  timeZone: "Europe/Berlin",
  timeZoneName: "longOffset",
});
const sap = weekdays("2023-01-02", "2025-01-01").map((date) => {
  const zone = offset.format(date).slice(-6);
  const day = date.toISOString().slice(0, 10);
  const dividend = { "2023-05-12": 2.05, "2024-05-16": 2.2 }[day] ?? 0;
  return `${day} 00:00:00${zone},${candle(0.03)},1500000,${dividend},0.0`;
});
const columns = "Open,High,Low,Close,Volume,Dividends,Stock Splits";
writeFileSync("SAP.DE.csv", [`Date,${columns}`, ...sap, ""].join("\n"));

// util.df(ib.reqHistoricalData(…, "15 mins", useRTH=True)).to_csv(…)
const bars = weekdays("2024-02-26", "2024-04-13")
  .filter((date) => !date.toISOString().startsWith("2024-03-29"))
  .flatMap((date) =>
    Array.from({ length: 26 }, (_, bar) => {
      const open = new Date(
        date.getTime() + (9 * 60 + 30 + bar * 15) * 60_000,
      );
      const time = open.toISOString().slice(0, 19).replace("T", " ");
      return `${time},${candle(0.004)},120000.0,${price.toFixed(3)},900`;
    }),
  )
  .map((line, index) => `${index},${line}`);
const names = ",date,open,high,low,close,volume,average,barCount";
writeFileSync("SPY-15m.csv", [names, ...bars, ""].join("\n"));

// One file a month, without a header; times are in microseconds from 2025.
mkdirSync("dumps", { recursive: true });
for (const [month, next, unit] of [
  ["2024-11", "2024-12", 1],
  ["2024-12", "2025-01", 1],
  ["2025-01", "2025-02", 1000],
]) {
  const lines = [];
  for (let at = Date.parse(month); at < Date.parse(next); at += DAY / 24) {
    const close = (at + DAY / 24) * unit - 1;
    lines.push(
      `${at * unit},${candle(0.01)},12.5,${close},1900,80,6,950,0`,
    );
  }
  writeFileSync(`dumps/BTCUSDT-1h-${month}.csv`, `${lines.join("\n")}\n`);
}
