/**
 * A backtest of 100,000 candles as an HTTP job against the same backtest in the library.
 *
 * The server runs as a process of its own with SQLite on the disk and two threads; its candles are a CSV file, read by
 * the first job. A job's time is the client's: from the POST until the stream of its progress has brought the finished
 * result, which is durable by then. The library's is that of `backtest`, which hands out metrics, trades and equity, in
 * a process of its own. Both run as built (`node scripts/build.mjs`), as users have them: where Node.js has stripped
 * types, V8 compiles loops over columns worse, for the module that strips them moves a buffer.
 * The job of ten candles is the floor: two requests, two commits that wait for the disk, one task of a thread. A
 * strategy that takes less than ten times the floor cannot keep 1.1, so those have no claim; their rows say what a job
 * takes beyond the floor. All run in turns, and the least time of each counts. Ends with 1 when the claim fails.
 *
 *   node -C @bourse/source bench/jobs/bench.ts
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { writeCandlesCsv } from "@bourse/backtest-engine/data";

import { randomWalk } from "../engine/random-walk.ts";
import { leastTimes } from "../engine/turns.ts";
import { startProgram } from "../scale/servers.ts";
import { runJob, readTrace } from "./client.ts";

const CANDLES = 100_000;
const ROUNDS = 40;
const AT_MOST = 1.1;
/** The default strategy, whose work is beyond the floor, and two whose work is not. */
const STRATEGIES = { wavelet_reversal: AT_MOST, ma_crossover: null, rsi: null } as const;

const walk = randomWalk(CANDLES);
const candles = { ...walk, time: walk.time.map((time) => time + Date.UTC(2024, 0, 1)) };
const folder = await mkdtemp(join(tmpdir(), "bourse-jobs-"));
await mkdir(join(folder, "csv"));
const csv = join(folder, "csv", "BTCUSDT-1m.csv");
await writeFile(csv, writeCandlesCsv(candles));
const library = fork(new URL("library.mjs", import.meta.url), [csv], { execArgv: [] });
const gone = new AbortController();
library.once("exit", () => gone.abort(new Error("The library's process has ended.")));
const server = await startProgram("servers/backtest/dist/main.js", [], {
  DATA_DIR: folder,
  DATA_PROVIDER: "csv",
  BACKTEST_PORT: "0",
  LOG_LEVEL: "error",
  WORKERS: "2",
});

let failures = 0;
console.log(
  "strategy          job / library  beyond the floor  with trades and equity  floor / library  claim",
);
try {
  for (const [strategy, atMost] of Object.entries(STRATEGIES)) {
    const job = { symbol: "BTCUSDT", interval: "1m", strategy, limit: CANDLES };
    let last = "";
    const least = await leastTimes(
      {
        library: async () => {
          library.send(strategy);
          const [milliseconds] = (await once(library, "message", gone)) as [number];
          return milliseconds;
        },
        floor: async () => (await runJob(server.url, { ...job, limit: 10 })).milliseconds,
        http: async () => {
          const ran = await runJob(server.url, job);
          last = ran.uuid;
          return ran.milliseconds;
        },
        trace: () => readTrace(server.url, last),
      },
      ROUNDS,
    );
    const ratio = least.http / least.library;
    const fails = atMost !== null && ratio > atMost;
    if (fails) failures += 1;
    const figures = [
      ratio,
      (least.http - least.floor) / least.library,
      (least.http + least.trace) / least.library,
      least.floor / least.library,
    ];
    const claim = atMost === null ? "none" : `≤ ${atMost} ${fails ? "FAILS" : "holds"}`;
    const widths = [15, 18, 24, 17];
    console.log(
      strategy.padEnd(18) +
        figures.map((figure, at) => figure.toFixed(2).padEnd(widths[at]!)).join("") +
        claim,
    );
  }
} finally {
  library.disconnect();
  await server.end();
  await rm(folder, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;
