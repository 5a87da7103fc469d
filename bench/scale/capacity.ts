/**
 * The number of replicas of each part that a load needs: each part is a queue of its replicas' cores (M/G/k), whose
 * service times are those of `costs.json`. Prints utilisation, waits and replicas for a million users, ten million
 * markets and a thousand workers.
 *
 * Run: node -C @bourse/source bench/scale/capacity.ts [users=1000000] [markets=10000000] [workers=1000]
 */

import costs from "./costs.json" with { type: "json" };
import { capacityOf, DEFAULT_LOAD, workersFedBy, type Load } from "./plan.ts";

const given = Object.fromEntries(
  process.argv.slice(2).map((word) => {
    const [name = "", value] = word.split("=");
    if (!(name in DEFAULT_LOAD) || !(Number(value) > 0)) {
      throw new Error(
        `"${word}" must be one of ${Object.keys(DEFAULT_LOAD).join(", ")} with =number.`,
      );
    }
    return [name, Number(value)];
  }),
) as Partial<Load>;

const load = { ...DEFAULT_LOAD, ...given };
console.log(`Costs of ${costs.measured} on ${costs.machine}.`);
for (const [name, value] of Object.entries(load)) {
  console.log(`  ${name}: ${value.toLocaleString("en")}`);
}
console.log("\n| part | a second | core ms each | cores | utilisation | p99 wait ms | replicas |");
console.log("|---|---:|---:|---:|---:|---:|---:|");
for (const part of capacityOf(costs, load)) {
  const cells = [
    part.name,
    part.perSecond.toLocaleString("en", { maximumFractionDigits: 0 }),
    (part.meanSeconds * 1000).toLocaleString("en", { maximumFractionDigits: 2 }),
    part.cores.toLocaleString("en"),
    part.outcome.utilisation.toFixed(2),
    (part.outcome.p99WaitSeconds * 1000).toLocaleString("en", { maximumFractionDigits: 1 }),
    part.replicas,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}

const CORES = 32;
console.log(`\n| jobs of one size alone | workers that a database of ${CORES} cores feeds |`);
console.log("|---|---:|");
for (const [name, count] of workersFedBy(costs, CORES)) {
  console.log(`| ${name} | ${count.toLocaleString("en")} |`);
}
