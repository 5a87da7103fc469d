/** Valid calls of adapters, some with nothing at the other end. */
import { writeFileSync } from "node:fs";

import { toArrow, toParquet } from "../../packages/adapters/candles-columnar/src/index.ts";
import { candles, column, CSV, scratch, SYMBOL } from "./call-samples.ts";
import type { Calls } from "./wrong-arguments.ts";

const columnar = "@bourse/candles-columnar";
const postgres = "@bourse/store-postgres";

/** An address of this machine that nobody listens at. */
const NOWHERE = "127.0.0.1:1";
const DATABASE = `postgres://bourse:bourse@${NOWHERE}/bourse`;

const file = (content: string | Uint8Array): string => {
  const path = scratch("candles");
  writeFileSync(path, content);
  return path;
};

const whole = (): { readonly time: Float64Array; readonly equity: Float64Array } => ({
  time: candles().time,
  equity: column(),
});

/** Trades whose figures are read as candles, by the columns of them that are. */
const TRADES = [
  {
    side: "long",
    quantity: 1,
    entryIndex: 0,
    exitIndex: 1,
    entryTime: Date.UTC(2024, 0, 1),
    entryPrice: 100,
    exitTime: Date.UTC(2024, 0, 2),
    exitPrice: 101,
    pnl: 99,
    return: 100,
    fees: 0,
    exitReason: "signal",
  } as const,
];
const COLUMNS = {
  time: "entry_time",
  open: "entry_price",
  high: "exit_price",
  low: "pnl",
  close: "return",
};

/** Valid calls of adapters. */
export const ADAPTER_CALLS: Calls["calls"] = {
  "@bourse/outbox/mail createSmtpSender": () => [
    { url: `smtp://${NOWHERE}`, from: "bourse@example.com" },
  ],
  "@bourse/bus-nats openNatsBus": () => [{ url: `nats://${NOWHERE}`, timeoutMilliseconds: 10 }],
  "@bourse/chain-anvil startDevelopmentChain": () => [{ directory: scratch("chain") }],
  "@bourse/candles-cache readCandleCache": () => [{ directory: scratch("cache") }],
  "@bourse/candles-csv allowsNegativePrices": () => [import.meta.filename],
  "@bourse/candles-csv listSeriesFiles": () => [{ directory: scratch("csv") }],
  "@bourse/candles-csv importCandles": () => [
    { directory: scratch("csv"), symbol: SYMBOL, interval: "D", csv: CSV },
  ],
  [`${columnar} readCandlesArrow`]: () => [toArrow(TRADES), { columns: COLUMNS }],
  [`${columnar} readCandlesBytes`]: () => [new TextEncoder().encode(CSV)],
  [`${columnar} readCandlesFile`]: () => [file(CSV)],
  [`${columnar} readCandlesParquet`]: () => [toParquet(TRADES), { columns: COLUMNS }],
  [`${columnar} toArrow`]: () => [whole()],
  [`${columnar} toParquet`]: () => [whole()],
  [`${postgres} createWriterElection`]: () => [{ url: DATABASE, schema: "bourse" }],
  [`${postgres} examinePostgres`]: () => [DATABASE, { connections: 10 }],
  [`${postgres} hasPostgresStore`]: () => [DATABASE, "bourse"],
  [`${postgres} openPostgresStore`]: () => [{ url: DATABASE }],
};

/** Codes that those calls end with, as nothing is at the other end. */
export const ADAPTER_ENDS: Calls["ends"] = {
  [`${postgres} examinePostgres`]: "STORE_IO",
  [`${postgres} hasPostgresStore`]: "STORE_IO",
  [`${postgres} openPostgresStore`]: "STORE_IO",
};
