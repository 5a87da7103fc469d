/**
 * Claim: a route served by `@bourse/http` costs at most 1.20 times the processor time of the same reply written by
 * hand on node:http, at most 1.30 times with request ids and security headers, and less than with hono and express.
 *
 * Measured is the processor time of the server's process for one request, while another process asks for one job over
 * loopback. Rounds are short and the contenders alternate, so that what else the machine does meets them all alike; the
 * ratio to node:http is taken in each round, and the median of all rounds is printed with the middle half of them.
 */

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { contenders } from "./contenders.ts";
import { openLoad, type Load } from "./load.ts";
import { JOB } from "./workload.ts";

/** New processes each time: how one happens to lie in memory moves its figure by some hundredths. */
const GENERATIONS = 3;
const ROUNDS = 24;
const REQUESTS = 2000;
/** Waits in steps as short as a round: no connection is silent long enough to be closed. */
const WARM_UP_ROUNDS = 8;
const YARDSTICK = "node:http";

interface Served {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
}

interface Runner extends Omit<Served, "port"> {
  readonly load: Load;
}

/** Microseconds of processor time a request, one figure a round. */
const costs = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
for (let generation = 0; generation < GENERATIONS; generation++) await runGeneration();
report();

async function runGeneration(): Promise<void> {
  const servers = await Promise.all(Object.keys(contenders).map(startServer));
  const runners = await Promise.all(servers.map(openRunner));
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const { load } of runners) await load.run(REQUESTS);
  }
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

async function startServer(name: string): Promise<Served> {
  const child = fork(new URL("serve.ts", import.meta.url), [name], {
    execArgv: ["-C", "@bourse/source"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(message as number));
    child.once("exit", () => reject(new Error(`${name}: expected a server, found that it ended`)));
  });
  return { name, child, port };
}

/** Once all servers run: a connection that asks nothing for some seconds is closed. */
async function openRunner({ name, child, port }: Served): Promise<Runner> {
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
    const ratios = own.map((cost, round) => cost / base[round]!).sort((a, b) => a - b);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => at(ratios, share).toFixed(2));
    console.log(`${name.padEnd(34)} ${middle} × ${YARDSTICK}   (${low}–${high})`);
  }
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
