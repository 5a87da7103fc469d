import { expect, test } from "vitest";

import { runTestServer } from "../../../../servers/backtest/test/support/running-server.ts";
import { runBacktest } from "../support/run-words.ts";

test("the kill switch of the running server is set, shown and released by command", async () => {
  const key = "a-key-of-ada-Vb7Tq2Lr";
  const server = await runTestServer({ API_KEYS: key });
  const run = async (...words: readonly string[]): Promise<readonly [number, string]> => {
    const lines: string[] = [];
    const keep = (text: string): void => void lines.push(text);
    const variables = { BACKTEST_URL: server.url, BACKTEST_API_KEY: key };
    const code = await runBacktest(["trade", "kill", ...words], variables, {
      stdout: keep,
      stderr: keep,
    });
    return [code, lines.join("\n")];
  };
  expect(await run("--show")).toEqual([0, "The kill switch is off."]);
  const [set, told] = await run("--reason", "prices look wrong");
  expect([set, told]).toEqual([0, expect.stringContaining("is on (frozen) since")]);
  expect(told).toContain("prices look wrong");
  expect((await run("--flatten"))[0]).toBe(0);
  expect(JSON.parse((await run("--show", "--json"))[1])).toMatchObject({
    kill_switch: { mode: "flatten", reason: "by command" },
  });
  expect(await run("--release")).toEqual([0, "The kill switch is off."]);
  expect((await run("--release", "--flatten"))[0]).toBe(2);
  expect((await run("--release", "--show"))[0]).toBe(2);
});

test("a server that is away, and a key that it does not know, are told", async () => {
  const server = await runTestServer({ API_KEYS: "a-key-of-ada-Vb7Tq2Lr" });
  const run = async (BACKTEST_URL: string): Promise<string> => {
    const lines: string[] = [];
    const keep = (text: string): void => void lines.push(text);
    const out = { stdout: keep, stderr: keep };
    expect(await runBacktest(["trade", "kill"], { BACKTEST_URL }, out)).toBe(1);
    return lines.join("\n");
  };
  expect(await run(server.url)).toContain("BACKTEST_API_KEY");
  await server.close();
  expect(await run(server.url)).toContain("BACKTEST_URL");
});
