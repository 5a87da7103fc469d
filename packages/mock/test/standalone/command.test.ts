/** `bourse-mock` as a program. */

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { childVariables } from "../../../../test/support/child-variables.ts";
import manifest from "../../package.json" with { type: "json" };
import { runMockCommand } from "../../src/standalone/run-mock-command.ts";

const main = join(dirname(dirname(import.meta.dirname)), "src/main.ts");

/** Runs the command until it ends by itself, or, where it serves, at once. */
async function run(...args: readonly string[]) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await runMockCommand(args, {
    version: "1.2.3",
    print: (text) => lines.push(text),
    printError: (text) => errors.push(text),
    stop: AbortSignal.abort(),
  });
  return { code, output: lines.join("\n"), errors: errors.join("\n") };
}

describe("bourse-mock", () => {
  test("serves until it gets SIGTERM, and ends with 0", async () => {
    const child = spawn(process.execPath, ["-C", "@bourse/source", main, "auth", "--port", "0"], {
      env: childVariables(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stdout.setEncoding("utf8");
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (text: string) => {
        output += text;
        if (output.endsWith("ready\n")) resolve();
      });
    });
    const base = /^auth (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output)?.[1];
    expect((await fetch(`${base}/health`)).status).toBe(200);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("prints a line for each API of the node", async () => {
    const { code, output } = await run("node", "--port", "0");
    expect(code).toBe(0);
    expect(output.replaceAll(/\d{4,5}/g, "N").split("\n")).toEqual([
      "node internal http://127.0.0.1:N",
      "node external http://127.0.0.1:N",
      "node dashboard http://127.0.0.1:N",
      "control http://127.0.0.1:N/__mock",
      "ready",
    ]);
  });

  test("tells its version and its help", async () => {
    expect(await run("--version")).toEqual({ code: 0, output: "bourse-mock 1.2.3", errors: "" });
    for (const ask of ["--help", "-h", "help"]) {
      expect((await run(ask)).output).toMatch(/^Usage: bourse-mock SERVICE/);
    }
    expect(manifest.bin).toEqual({ "bourse-mock": "./dist/main.js" });
  });

  test.each([
    [[], "name a service: auth, curation, backtest, node."],
    [["outh"], 'there is no service "outh". Did you mean "auth"?'],
    [["constructor"], 'there is no service "constructor". Known: auth, curation, backtest, node.'],
    [["auth", "node"], 'one service at a time; "node" is too much.'],
    [["auth", "--prot", "1"], 'There is no option --prot. Did you mean "--port"?'],
    [["auth", "--scenaro=keys"], 'There is no option --scenaro. Did you mean "--scenario"?'],
    [["auth", "--zebra"], "There is no option --zebra.\n"],
    [["auth", "-x"], "There is no option -x.\n"],
    [["auth", "--port", "65536"], "--port must be a whole number from 0 to 65535"],
    [["node", "--port", "65534"], "--port must be a whole number from 0 to 65533"],
    [["auth", "--port", "x"], 'found "x"'],
    [["auth", "--seed", "1.5"], "--seed must be a whole number"],
    [["auth", "--seed", "9999999999"], "seed"],
    [["auth", "--now", "noon"], "--now must be a time in ISO 8601"],
    [["node", "--now", "2026-01-01"], "--now is not for node"],
    [["auth", "--api-key", "x"], "--api-key is for backtest and node"],
    [["node", "--api-key", "x", "--api-key", "y"], "give --api-key once"],
    [["node", "--operator-key", "an-operator-key"], "--operator-key is for auth"],
    [["auth", "--operator-key", "too-short"], "--operator-key must have 16 to 512 characters"],
    [["auth", "--host", "0.0.0.0"], "other machines can reach 0.0.0.0"],
    [["auth", "--host", "::"], "other machines can reach ::"],
    [["auth", "--host", "127.evil.example"], "other machines can reach"],
    [["auth", "--scenario", "key", "--port", "0"], 'there is no "key"'],
  ])("%j is refused in a sentence", async (args, sentence) => {
    const { code, output, errors } = await run(...args);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain(`bourse-mock: `);
    expect(errors).toContain(sentence);
  });

  test("listens for other machines only when told to", async () => {
    const { code, output } = await run("auth", "--host", "0.0.0.0", "--public", "--port", "0");
    expect(code).toBe(0);
    expect(output).toMatch(/^auth http:\/\/127\.0\.0\.1:\d+$/m);
  });

  test("says that a port is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await run("auth", "--port", String(port));
    expect(code).toBe(1);
    expect(errors).toContain(`port ${port} or one after it is taken on 127.0.0.1`);
  });
});
