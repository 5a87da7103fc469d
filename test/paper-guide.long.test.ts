/** The guide from an idea to a paper session: each of its commands does what it says, in its order. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runBourse } from "../packages/cli/src/index.ts";
import { runTestServer } from "../servers/backtest/test/support/running-server.ts";
import { root } from "./support/workspace.ts";

const GUIDE = readFileSync(join(root, "docs/guides/from-an-idea-to-a-paper-session.md"), "utf8");

/** Command lines of the guide in their order, each on one line. */
const COMMANDS = Array.from(GUIDE.matchAll(/^```sh\n([^]*?)^```$/gmu), ([, lines = ""]) => lines)
  .join("")
  .replaceAll(/ \\\n */gu, " ")
  .split("\n")
  .filter((line) => line !== "");

/** A word of the output of each command, by the words that it begins with. */
const SAYS: Readonly<Record<string, RegExp>> = {
  "backtest run": /Total return/u,
  "backtest audit": /decides from the past alone/u,
  "backtest walk-forward": /return/iu,
  "trade start": /^Session 1 \([\da-f-]{36}\) is (?:warming|running): ma_crossover on BTCUSDT/u,
  "trade list": /^1 [\da-f]{8}/mu,
  "trade show": /^Parameters\s+fast_period=10, slow_period=30/mu,
  "trade replay": /^Other from the same inputs\s+0$/mu,
  "trade pause": /is paused/u,
  "trade resume": /is (?:running|warming)/u,
  "trade flatten": /is (?:flattening|paused)/u,
  "trade stop": /is stopped/u,
  "trade kill --reason": /is on \(frozen\)/u,
  "trade kill --show": /a drill/u,
  "trade kill --release": /is off/u,
};

test("every command of the guide does what it says", { timeout: 180_000 }, async () => {
  expect(COMMANDS.length).toBeGreaterThanOrEqual(Object.keys(SAYS).length);
  const server = await runTestServer();
  const variables = {
    DATA_PROVIDER: "simulated",
    DATA_DIR: server.folder,
    BACKTEST_URL: server.url,
  };
  const met = new Set<string>();
  for (const line of COMMANDS) {
    const words = wordsOf(line);
    expect(words[0]).toBe("bourse");
    const lines: string[] = [];
    const keep = (text: string): void => void lines.push(text);
    const code = await runBourse(words.slice(1), { variables, stdout: keep, stderr: keep });
    const said = Object.keys(SAYS).find((beginning) => line.includes(beginning));
    const text = lines.join("\n");
    expect(code, `${line}\n${text}`).toBe(0);
    expect(text, line).toMatch(SAYS[said ?? ""] ?? /nothing is known of this command/u);
    met.add(said ?? "");
  }
  expect([...met].toSorted()).toEqual(Object.keys(SAYS).toSorted());
});

/** The words of a line; what stands between double quotes is one. */
function wordsOf(line: string): string[] {
  return Array.from(
    line.matchAll(/"([^"]*)"|(\S+)/gu),
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
}
