/** A process that runs a study: `node study-process.ts FILE COUNT` prints the hash of its result. */

import { resultHash } from "../../src/result-hash/result-hash.ts";
import { openStudyFile } from "../../src/studies/index.ts";
import { sweep } from "../../src/sweep/index.ts";
import { wander } from "./wander.ts";

const [, , path = "", count = ""] = process.argv;
const journal = await openStudyFile(path);
const result = await sweep(wander(2000), {
  strategy: "ma_crossover",
  parameters: { fast_period: { from: 2, to: 30 }, slow_period: { from: 31, to: 90 } },
  optionRanges: { stopLoss: { from: 0.001, to: 0.1, scale: "log" } },
  search: { method: "tpe", count: Number(count) },
  earlyStopping: { startup: 8 },
  journal,
});
process.stdout.write(`${resultHash(result)}\n`);
await journal.close();
