/**
 * Records what the four services answer to their conformance suites, and compares it with an earlier recording: a
 * change that is meant to move code only leaves no difference.
 *
 *     TZ=UTC faketime -f "@2026-01-15 00:00:05" \
 *       node --conditions=@bourse/source test/wire/record-wire.ts [--write] [SERVICE ...]
 *
 * The backtest server reads the newest candles of the system's clock, so that it is recorded at one time (libfaketime).
 * Ids, times, keys and tokens are replaced by placeholders; the suites run three times, and whatever differs
 * between these runs is recorded as `<varies>`, which equals anything. Exit codes: 0 equal, 1 different.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";

import { recordSuite } from "./record-suite.ts";
import { differencesOf, maskDifferences, type Recording } from "./recording.ts";
import { SERVICES, type Service } from "./services.ts";

const RUNS = 3;
const FOLDER = new URL("recordings/", import.meta.url);

const words = process.argv.slice(2);
const names = words.filter((word) => word !== "--write");
const chosen = names.length === 0 ? Object.keys(SERVICES) : names;

let different = 0;
for (const name of chosen) {
  const service: Service | undefined = SERVICES[name];
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  const runs: Recording[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await recordSuite(service));
  const recording = maskDifferences(runs);
  const count = Object.values(recording).flat().length;
  const file = new URL(`${name}.json`, FOLDER);
  if (words.includes("--write")) {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(file, lineByLine(recording));
    say(`${name}: ${Object.keys(recording).length} cases, ${count} exchanges recorded`);
    continue;
  }
  const earlier = JSON.parse(await readFile(file, "utf8")) as Recording;
  const differences = differencesOf(earlier, recording);
  for (const line of differences.slice(0, 40)) say(`${name}: ${line}`);
  say(`${name}: ${count} exchanges, ${differences.length} differences`);
  different += differences.length;
}
process.exitCode = different === 0 ? 0 : 1;

/** JSON with a line for each exchange. */
function lineByLine(recording: Recording): string {
  const cases = Object.entries(recording).map(([name, exchanges]) => {
    const lines = exchanges.map((exchange) => `\n  ${JSON.stringify(exchange)}`);
    return `\n ${JSON.stringify(name)}: [${lines.join(",")}]`;
  });
  return `{${cases.join(",")}\n}\n`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
