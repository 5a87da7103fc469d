/**
 * Candles from Parquet against bare hyparquet, which reads the same six columns as arrays and checks nothing.
 *
 * 1,000,000 candles in row groups of 100,000, snappy: prices in ticks of 0.01 or with random mantissas, which snappy
 * leaves as they are, and as times plain integers or timestamps, for which hyparquet makes an object each. Processor
 * time counts; both run in turns, and the least time of each counts. Ends with 1 when the claim fails.
 *
 *   node -C @bourse/source bench/data/bench.ts
 */

import { readCandlesParquet } from "@bourse/candles-columnar";
import { parquetRead } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";

import { randomWalk } from "../engine/random-walk.ts";

const CANDLES = 1_000_000;
const ROUNDS = 15;
const AT_MOST = 1.5;
const COLUMNS = ["time", "open", "high", "low", "close", "volume"] as const;

const walk = randomWalk(CANDLES);
const columnsOf = (round: (value: number) => number) =>
  COLUMNS.slice(1).map((name) => ({
    name,
    data: walk[name].map(round),
    type: "DOUBLE" as const,
    nullable: false,
  }));
const prices = {
  ticks: columnsOf((value) => Math.round(value * 100) / 100),
  "random mantissas": columnsOf((value) => value),
};
const times = [...walk.time].map((_, i) => BigInt(Date.UTC(2020, 0, 1) + i * 60_000));

let failures = 0;
console.log("prices            times         reader / hyparquet   claim");
for (const [kind, label, type] of [
  ["ticks", "integers", "INT64"],
  ["ticks", "timestamps", "TIMESTAMP"],
  ["random mantissas", "integers", "INT64"],
  ["random mantissas", "timestamps", "TIMESTAMP"],
] as const) {
  const data = type === "INT64" ? times : times.map((time) => new Date(Number(time)));
  const time = { name: "time", data, type, nullable: false };
  const file = parquetWriteBuffer({ columnData: [time, ...prices[kind]], rowGroupSize: 100_000 });
  const bytes = new Uint8Array(file);
  const least = { reader: Infinity, bare: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    least.reader = Math.min(least.reader, await processorTime(() => readCandlesParquet(bytes)));
    least.bare = Math.min(least.bare, await processorTime(() => readBare(file)));
  }
  const ratio = least.reader / least.bare;
  const holds = ratio <= AT_MOST;
  if (!holds) failures += 1;
  console.log(
    `${kind.padEnd(18)}${label.padEnd(14)}${ratio.toFixed(2).padEnd(21)}≤ ${AT_MOST} ${holds ? "holds" : "FAILS"}`,
  );
}
process.exitCode = failures === 0 ? 0 : 1;

/** Whole columns, as the candles are: hyparquet itself hands out a piece for each page. */
async function readBare(file: ArrayBuffer): Promise<ReadonlyMap<string, ColumnArray>> {
  const columns = new Map<string, ColumnArray>();
  await parquetRead({
    file,
    columns: [...COLUMNS],
    compressors,
    onChunk({ columnName, columnData, rowStart }) {
      let column = columns.get(columnName);
      if (column === undefined) {
        if (columnData instanceof BigInt64Array) column = new BigInt64Array(CANDLES);
        else column = columnData instanceof Float64Array ? new Float64Array(CANDLES) : [];
        columns.set(columnName, column);
      }
      if (column instanceof BigInt64Array) column.set(columnData as BigInt64Array, rowStart);
      else if (column instanceof Float64Array) column.set(columnData as Float64Array, rowStart);
      else for (const value of columnData) column.push(value);
    },
  });
  if (columns.size !== COLUMNS.length) throw new Error(`hyparquet read ${columns.size} columns`);
  return columns;
}

type ColumnArray = BigInt64Array | Float64Array | unknown[];

async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
