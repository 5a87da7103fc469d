/** `node -C @bourse/source servers/node/test/kill/run.ts --kills 500 [--seed 1]`: the whole kill test, by hand. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { runKills } from "./run-kills.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "500" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
print(`seed ${seed}`);
const folder = await mkdtemp(join(tmpdir(), "bourse-node-kill-"));
try {
  const report = await runKills({
    kills: Number(values.kills),
    seed,
    folder,
    log: print,
  });
  print(JSON.stringify(report));
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit();
