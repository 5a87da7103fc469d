import { expect, test } from "vitest";

import { OPTIONS } from "../../src/command/options.ts";
import { runConformance } from "../../src/command/run-conformance.ts";

/** Nothing listens there: what is not refused fails with a word about the server. */
const URL = "http://127.0.0.1:9";

async function call(...words: string[]): Promise<readonly [number, string]> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const code = await runConformance([...words, "--url", URL], { stdout: print, stderr: print });
  return [code, lines[0] ?? ""];
}

const WAYS = { suite: [], fuzz: ["--fuzz", "1"], differential: ["--differential", "1"] } as const;
const LEFT: Readonly<Record<keyof typeof WAYS, readonly string[]>> = {
  suite: ["seed", "skip", "document"],
  fuzz: ["only", "prefix", "differential"],
  differential: ["only", "fuzz"],
};

test.each(
  Object.keys(WAYS).flatMap((way) =>
    Object.keys(OPTIONS)
      .filter((name) => !["url", "help", "version", way].includes(name))
      .map((name) => [way as keyof typeof WAYS, name] as const),
  ),
)("%s takes --%s or refuses it", async (way, name) => {
  const isMode = name === "fuzz" || name === "differential";
  if (way === "suite" && isMode) return expect(LEFT.suite).not.toContain(name);
  const value = name === "report" ? "/no/such/folder/report.json" : "9";
  const [code, line] = await call("auth", ...WAYS[way], `--${name}`, value);
  const isRefused = /needs --fuzz or --differential\.$|exclude each other\.$/u.test(line);
  const isLeft = LEFT[way].includes(name) || (way === "fuzz" && isMode);
  expect([isRefused, code === 2 || !isRefused]).toEqual([isLeft, true]);
});

test("a prefix is refused where paths have none", async () => {
  expect(await call("backtest", "--prefix", "/x")).toEqual([
    2,
    "--prefix is for auth and curation; the paths of backtest have none.",
  ]);
});
