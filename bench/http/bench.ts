/**
 * Claim: a route served by `@bourse/http` costs at most 1.10 times the processor time of the same reply written by
 * hand on node:http, at most 1.25 times with request ids and security headers, and less than with fastify, hono and
 * express.
 *
 * Measured is the processor time of the server's process for one request, while another process asks for one job over
 * loopback; rounds of the contenders alternate, the ratio to node:http is taken in each round, the median is printed.
 */

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { contenders } from "./contenders.ts";
import { openLoad, type Load } from "./load.ts";
import { JOB } from "./workload.ts";

/** New processes each time: how one happens to lie in memory moves its figure by some hundredths. */
const GENERATIONS = 3;
const ROUNDS = 11;
const REQUESTS = 1600;
const WARM_UP = 6000;
const YARDSTICK = "node:http";

interface Runner {
  readonly name: string;
  readonly child: ChildProcess;
  readonly load: Load;
}

/** Microseconds of processor time a request, one figure a round. */
const costs = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
for (let generation = 0; generation < GENERATIONS; generation++) await runGeneration();
report();

async function runGeneration(): Promise<void> {
  const runners: Runner[] = [];
  for (const name of Object.keys(contenders)) runners.push(await startRunner(name));
  for (const { load } of runners) await load.run(WARM_UP);
  for (let round = 0; round < ROUNDS; round++) {
    // Another one begins each time: who comes first after whom may matter.
    const first = round % runners.length;
    for (const runner of [...runners.slice(first), ...runners.slice(0, first)]) {
      costs.get(runner.name)?.push(await measure(runner));
    }
  }
  for (const { child, load } of runners) {
    load.close();
    const exit = once(child, "exit");
    child.disconnect();
    await exit;
  }
}

async function startRunner(name: string): Promise<Runner> {
  const child = fork(new URL("serve.ts", import.meta.url), [name], {
    execArgv: ["-C", "@bourse/source"],
  });
  const [port] = (await once(child, "message")) as [number];
  return { name, child, load: await openLoad(port, `/api/jobs/${JOB.uuid}`) };
}

async function measure({ child, load }: Runner): Promise<number> {
  const before = await cpuMicroseconds(child);
  await load.run(REQUESTS);
  return ((await cpuMicroseconds(child)) - before) / REQUESTS;
}

async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [microseconds] = (await once(child, "message")) as [number];
  return microseconds;
}

function report(): void {
  const base = costs.get(YARDSTICK) ?? [];
  for (const [name, own] of costs) {
    const ratio = median(own.map((cost, round) => cost / base[round]!));
    console.log(`${name.padEnd(34)} ${ratio.toFixed(2)} × ${YARDSTICK}`);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
