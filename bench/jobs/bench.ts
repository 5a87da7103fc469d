/**
 * A backtest as an HTTP job: 100,000 candles against the same backtest in the library, and the wait for a default job.
 *
 * Servers run as processes of their own with SQLite on the disk and two threads; the candles of the long job are a CSV
 * file, those of the default job are simulated. A job's time is the client's: from the POST until the stream of its
 * progress has brought the finished result, which is durable by then. The library's is that of `backtest`, which hands
 * out metrics, trades and equity, in a process of its own. All run as built (`node scripts/build.mjs`), as users have
 * them. Library and job run in turns, and the least time of each counts. Ends with 1 when a claim fails.
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
import { readTrace, runJob } from "./client.ts";

const CANDLES = 100_000;
const ROUNDS = 100;
/** The most that a long job may take, in times of the library. */
const MOST_TIMES = 1.5;
/** The most that a default job may take at the median, in milliseconds. */
const MOST_MILLISECONDS = 25;
const STRATEGY = "wavelet_reversal";

const walk = randomWalk(CANDLES);
const candles = { ...walk, time: walk.time.map((time) => time + Date.UTC(2024, 0, 1)) };
const folder = await mkdtemp(join(tmpdir(), "bourse-jobs-"));
const csv = join(folder, "BTCUSDT-1m.csv");
await writeFile(csv, writeCandlesCsv(candles));
const start = (provider: "csv" | "simulated") =>
  startProgram("servers/backtest/dist/main.js", [], {
    DATA_DIR: join(folder, `server-${provider}`),
    CSV_DIR: folder,
    DATA_PROVIDER: provider,
    BACKTEST_PORT: "0",
    LOG_LEVEL: "error",
    WORKERS: "2",
  });
const server = await start("csv");
const simulated = await start("simulated");
const library = fork(new URL("library.mjs", import.meta.url), [csv], { execArgv: [] });
const gone = new AbortController();
library.once("exit", () => gone.abort(new Error("The library's process has ended.")));

try {
  const job = { symbol: "BTCUSDT", interval: "1m", strategy: STRATEGY, limit: CANDLES };
  let last = "";
  const least = await leastTimes(
    {
      library: async () => {
        library.send(STRATEGY);
        const [milliseconds] = (await once(library, "message", gone)) as [number];
        return milliseconds;
      },
      http: async () => {
        const ran = await runJob(server.url, job);
        last = ran.uuid;
        return ran.milliseconds;
      },
      trace: () => readTrace(server.url, last),
    },
    ROUNDS,
  );
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push((await runJob(simulated.url, {})).milliseconds);
  }
  const median = times.toSorted((one, other) => one - other)[ROUNDS / 2]!;
  const ratio = least.http / least.library;
  const withTrace = (least.http + least.trace) / least.library;
  console.log(
    `job / library                       ${ratio.toFixed(2)}  ${claim(ratio, MOST_TIMES)}`,
  );
  console.log(`job with trades and equity / library ${withTrace.toFixed(2)}`);
  const used = median / MOST_MILLISECONDS;
  console.log(
    `default job / ${MOST_MILLISECONDS} ms                 ${used.toFixed(2)}  ${claim(used, 1)}`,
  );
} finally {
  library.disconnect();
  await server.end();
  await simulated.end();
  await rm(folder, { recursive: true });
}

function claim(found: number, most: number): string {
  if (found > most) process.exitCode = 1;
  return `≤ ${most} ${found > most ? "FAILS" : "holds"}`;
}
