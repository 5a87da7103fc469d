/**
 * Claim: with 1,000 clients the fan-out carries at least three times the events a second of a loop of `ws.send`, when
 * events come in bursts of ten, as a busy node tells them. Beside it: one event at a time.
 *
 * The clients are in this process and only count bytes; both contenders are in one other process and send the same
 * frames. The next burst is told when the one before has been written to every client, so that nothing is gained by
 * joining bursts. Rounds alternate.
 *
 * Run: node -C @bourse/source bench/sockets/bench.ts (about a minute)
 */

import { fork } from "node:child_process";
import { once } from "node:events";

import { median, note, report } from "../auth/fixture.ts";
import { openCounter, type Counter } from "./counter.ts";
import type { Contender, Served } from "./serve.ts";

const CLIENTS = 1000;
const EVENTS = 200;
const ROUNDS = 5;
const LIMIT = 3;

const child = fork(new URL("serve.ts", import.meta.url), {
  execArgv: ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"],
});
const [served] = (await once(child, "message")) as [Served];

const counters = { fanOut: await open("fanOut"), loop: await open("loop") };
await measure("bursts of ten", 10, LIMIT);
await measure("one event a turn", 1, undefined);
for (const counter of [...counters.fanOut, ...counters.loop]) counter.close();
child.disconnect();
await once(child, "exit");

async function measure(shape: string, burst: number, limit: number | undefined): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order: readonly Contender[] = round % 2 === 0 ? ["fanOut", "loop"] : ["loop", "fanOut"];
    const milliseconds = { fanOut: 0, loop: 0 };
    for (const contender of order) milliseconds[contender] = await carry(contender, burst);
    // The first round is for the compilers.
    if (round > 0) ratios.push(milliseconds.loop / milliseconds.fanOut);
  }
  const figure = median(ratios).toFixed(2);
  const what = `events a second to ${CLIENTS} clients, ${shape}: fan-out × ws.send`;
  if (limit === undefined) note(what, figure);
  else report(`${what} (≥ ${limit})`, figure, Number(figure) >= limit);
}

async function open(contender: Contender): Promise<readonly Counter[]> {
  const opened: Counter[] = [];
  while (opened.length < CLIENTS) opened.push(await openCounter(served.ports[contender]));
  return opened;
}

/** Seconds from the first event to the last byte at the last client. */
async function carry(contender: Contender, burst: number): Promise<number> {
  const bytes = EVENTS * served.frameBytes;
  const all = Promise.all(counters[contender].map((counter) => counter.received(bytes)));
  const start = performance.now();
  child.send({ contender, burst, events: EVENTS });
  await all;
  return performance.now() - start;
}
