/**
 * A backtest of 100,000 candles as an HTTP job against the same backtest in the library.
 *
 * A server runs as a process of its own with SQLite on the disk and two threads; its candles are a CSV file, read by
 * the first job. A job's time is the client's: from the POST until the stream of its progress has brought the finished
 * result, which is durable by then. The library's is that of `backtest`, which hands out metrics, trades and equity, in
 * a process of its own. Both run as built (`node scripts/build.mjs`), as users have them: where Node.js has stripped
 * types, V8 compiles loops over columns worse, for the module that strips them moves a buffer.
 * The job of ten candles is the floor: two requests, two commits that wait for the disk, one task of a thread. A
 * strategy that takes less than ten times the floor cannot keep 1.1, so those have no claim; their rows say what a job
 * takes beyond the floor. All run in turns, and the least time of each counts.
 * A process keeps the luck of its start, such as where its memory lies, and that luck makes as much of a difference as
 * what is measured here. So a claim is measured in five pairs of a server and a library, one pair after the other, and
 * its row is the pair whose ratio is the third of the five. Ends with 1 when the claim fails.
 *
 *   node -C @bourse/source bench/jobs/bench.ts
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { writeCandlesCsv } from "@bourse/backtest-engine/data";

import { randomWalk } from "../engine/random-walk.ts";
import { leastTimes } from "../engine/turns.ts";
import { startProgram } from "../scale/servers.ts";
import { runJob, readTrace } from "./client.ts";

const CANDLES = 100_000;
/** A job passes through three threads and two processes, so that few of its runs meet none of them busy. */
const ROUNDS = 100;
const PAIRS = 5;
const AT_MOST = 1.1;
/** The default strategy, whose work is beyond the floor, and two whose work is not. */
const STRATEGIES = { wavelet_reversal: AT_MOST, ma_crossover: null, rsi: null } as const;
/** Columns of the table, with their widths. */
const COLUMNS = {
  "job / library": 15,
  "beyond the floor": 18,
  "with trades and equity": 24,
  "floor / library": 17,
} as const;

/** The figures of one strategy in one pair of processes, each divided by the library's time. */
type Figures = Readonly<Record<keyof typeof COLUMNS, number>>;

const walk = randomWalk(CANDLES);
const candles = { ...walk, time: walk.time.map((time) => time + Date.UTC(2024, 0, 1)) };
const folder = await mkdtemp(join(tmpdir(), "bourse-jobs-"));
const csv = join(folder, "BTCUSDT-1m.csv");
await writeFile(csv, writeCandlesCsv(candles));

const measured = new Map<string, Figures[]>();
try {
  for (let pair = 0; pair < PAIRS; pair++) await measurePair(pair);
} finally {
  await rm(folder, { recursive: true });
}

let failures = 0;
const heads = Object.entries(COLUMNS).map(([name, width]) => name.padEnd(width));
console.log(`strategy          ${heads.join("")}claim`);
for (const [strategy, atMost] of Object.entries(STRATEGIES)) {
  const ordered = measured
    .get(strategy)!
    .toSorted((one, other) => one["job / library"] - other["job / library"]);
  const middle = ordered[(ordered.length - 1) / 2]!;
  const fails = atMost !== null && middle["job / library"] > atMost;
  if (fails) failures += 1;
  const cells = Object.entries(COLUMNS).map(([name, width]) =>
    middle[name as keyof Figures].toFixed(2).padEnd(width),
  );
  const all = ordered.map((figures) => figures["job / library"].toFixed(2)).join(", ");
  const claim = atMost === null ? "none" : `≤ ${atMost} ${fails ? "FAILS" : "holds"} (${all})`;
  console.log(strategy.padEnd(18) + cells.join("") + claim);
}
process.exitCode = failures === 0 ? 0 : 1;

/** Starts a server and a library, and measures the claims with them; the other strategies with the first pair. */
async function measurePair(pair: number): Promise<void> {
  const library = fork(new URL("library.mjs", import.meta.url), [csv], { execArgv: [] });
  const gone = new AbortController();
  library.once("exit", () => gone.abort(new Error("The library's process has ended.")));
  const server = await startProgram("servers/backtest/dist/main.js", [], {
    DATA_DIR: join(folder, `server-${pair}`),
    CSV_DIR: folder,
    DATA_PROVIDER: "csv",
    BACKTEST_PORT: "0",
    LOG_LEVEL: "error",
    WORKERS: "2",
  });
  const inLibrary = async (strategy: string): Promise<number> => {
    library.send(strategy);
    const [milliseconds] = (await once(library, "message", gone)) as [number];
    return milliseconds;
  };
  try {
    for (const [strategy, atMost] of Object.entries(STRATEGIES)) {
      if (atMost === null && pair > 0) continue;
      const figures = await measure(strategy, server.url, () => inLibrary(strategy));
      measured.set(strategy, [...(measured.get(strategy) ?? []), figures]);
    }
  } finally {
    library.disconnect();
    await server.end();
  }
}

async function measure(
  strategy: string,
  url: string,
  library: () => Promise<number>,
): Promise<Figures> {
  const job = { symbol: "BTCUSDT", interval: "1m", strategy, limit: CANDLES };
  let last = "";
  const least = await leastTimes(
    {
      library,
      floor: async () => (await runJob(url, { ...job, limit: 10 })).milliseconds,
      http: async () => {
        const ran = await runJob(url, job);
        last = ran.uuid;
        return ran.milliseconds;
      },
      trace: () => readTrace(url, last),
    },
    ROUNDS,
  );
  return {
    "job / library": least.http / least.library,
    "beyond the floor": (least.http - least.floor) / least.library,
    "with trades and equity": (least.http + least.trace) / least.library,
    "floor / library": least.floor / least.library,
  };
}
