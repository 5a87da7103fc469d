import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";

const MAIN = [
  "-C",
  "@bourse/source",
  "--disable-warning=ExperimentalWarning",
  join(import.meta.dirname, "../src/main.ts"),
];

/** Runs the command with nothing on its input; returns its exit code and what it said. */
async function run(...words: string[]): Promise<{ code: unknown; out: string; err: string }> {
  const child = spawn(process.execPath, [...MAIN, ...words], {
    env: { BACKTEST_API_KEY: "bk_secret" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, exit] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { code: exit[0], out, err };
}

test("the command serves an assistant on its standard input, and nothing else stands on its output", async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...MAIN, "--url", "http://127.0.0.1:1", "--tools", "placeOrder, getBalance"],
  });
  const client = new Client({ name: "test", version: "1" });
  const faults: Error[] = [];
  transport.onerror = (error) => faults.push(error);
  await client.connect(transport);
  onTestFinished(() => client.close());
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["createBacktest", "placeOrder", "getBalance"]));
  expect(names).not.toContain("cancelOrder");
  expect(await client.callTool({ name: "health", arguments: {} })).toMatchObject({ isError: true });
  expect(faults).toEqual([]);
}, 30_000);

test("the command ends when its input ends, explains itself, and refuses what it does not know", async () => {
  const [ended, help, tools, flag, url] = await Promise.all([
    run(),
    run("--help"),
    run("--tools", "placeOrders"),
    run("--tool", "placeOrder"),
    run("--url", "ftp://127.0.0.1"),
  ]);
  expect(ended).toEqual({ code: 0, out: "", err: "" });
  expect(help).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringContaining("--tools NAMES") as string,
  });
  expect(tools).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("placeOrder") as string,
  });
  expect(flag).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("--tool") as string,
  });
  expect(url).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("baseUrl") as string,
  });
  expect(JSON.stringify([ended, help, tools, flag, url])).not.toContain("bk_secret");
}, 30_000);
