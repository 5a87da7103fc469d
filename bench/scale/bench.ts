/**
 * Claims of a service on several processes; see the file of each.
 *
 * Run: node -C @bourse/source bench/scale/bench.ts [workers] [queue] [lists] (about five minutes)
 */

import { missingPostgres } from "test-postgres";

import { noNats } from "../../test/support/nats-server.ts";
import type { Line } from "./line.ts";
import { measureLists } from "./lists.ts";
import { measureQueue } from "./queue.ts";
import { measureWorkers } from "./workers.ts";

const PARTS: Readonly<Record<string, () => Promise<readonly Line[]>>> = {
  workers: measureWorkers,
  queue: measureQueue,
  lists: measureLists,
};

const missing = noNats ?? missingPostgres() ?? undefined;
if (missing !== undefined) throw new Error(`This bench needs PostgreSQL and NATS: ${missing}.`);

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  throw new Error(`There is no part "${unknown}"; expected ${Object.keys(PARTS).join(", ")}.`);
}

let failures = 0;
console.log("| ratio | median | lowest–highest | bar | kept |");
console.log("|---|---:|---:|---:|---|");
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const { claim, found, range, bar, isKept } of await measure()) {
    const rounds = range.map((one) => one.toFixed(2)).join("–");
    console.log(
      `| ${claim} | ${found.toFixed(2)} | ${rounds} | ${bar} | ${isKept ? "yes" : "NO"} |`,
    );
    if (!isKept) failures += 1;
  }
}
process.exitCode = failures === 0 ? 0 : 1;
