/** Records inside bodies and answers have names that an import can reach: declaration files of apps need them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

/** Parts of an input that are named with it: parameters, queries and headers, and what only a handler sees of them. */
const IN_INPUTS =
  /(?:Params|Query|QueryInput|Headers)$|^(?:Checked|Idempotent|If(?:None)?Match|NoQuery)/;

test.each(["auth", "backtest", "curation", "node"])("every record of %s is exported", (service) => {
  const folder = join(import.meta.dirname, "../src", service);
  const index = readFileSync(join(folder, "index.ts"), "utf8");
  const records = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const found = text.matchAll(/^(?:export )?interface (\w+)[^{;]*?\b(?:Input)?Fields</gm);
    return [...found].map(([, name = ""]) => name);
  });
  expect(records.length).toBeGreaterThan(10);
  const named = records.filter((name) => !IN_INPUTS.test(name));
  expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(index))).toEqual([]);
});
