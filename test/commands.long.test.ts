/** Every command line of the servers' READMEs, run by a shell as it stands there. */

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { nodeVariables } from "./support/node-variables.ts";
import { programWords } from "./support/program-words.ts";
import { isLongRun } from "./support/rounds.ts";
import { packages, readJson, root } from "./support/workspace.ts";

const binaries = packages().flatMap(({ folder, manifest }) =>
  Object.keys(manifest.bin ?? {}).map((name) => ({ name, folder })),
);

test("a checkout has an npm script for the command", { timeout: 120_000 }, () => {
  const { scripts } = readJson<{ scripts: Readonly<Record<string, string>> }>("package.json");
  expect(scripts["bourse"]).toBe("node scripts/command.mjs packages/cli");
  const { status, stdout } = spawnSync("npm", ["run", "-s", "bourse", "--", "--help"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stdout).toContain("Usage: bourse");
});

test.each(isLongRun ? binaries : binaries.slice(0, 1))(
  "$name answers --version and --help with 0, an unknown word and a missing argument with 2 and a sentence",
  { timeout: 120_000 },
  ({ name, folder }) => {
    const main = join(root, folder, "src/main.ts");
    const run = (...words: string[]) => {
      const data = mkdtempSync(join(tmpdir(), "bourse-usage-"));
      onTestFinished(() => rmSync(data, { recursive: true, force: true }));
      return spawnSync(process.execPath, [...programWords(main), ...words], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"] ?? "", DATA_DIR: data },
      });
    };
    const { version } = readJson<{ version: string }>(join(folder, "package.json"));
    expect(run("--version")).toMatchObject({
      status: 0,
      stdout: `${name} ${version}\n`,
      stderr: "",
    });
    expect(run("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`Usage: ${name}`) as string,
      stderr: "",
    });
    for (const words of [["fly"], [INCOMPLETE[name] ?? ""].flat(), ["--flag-of-nobody"]]) {
      const { status, stdout, stderr } = run(...words);
      expect([words, status, stdout]).toEqual([words, 2, ""]);
      expect(stderr).toMatch(
        /has no commands|takes no arguments|needs SERVICE|[Tt]here is no (?:command|option|service)|Unknown option|argument missing|takes import, fetch or verify|needs the name of a service|Give the base URL/,
      );
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  },
);

/** Words of each program that are a command's beginning. */
const INCOMPLETE: Readonly<Record<string, readonly string[]>> = {
  bourse: ["start"],
  "bourse-auth": ["users", "disable"],
  "bourse-backtest": ["data"],
  "bourse-conformance": ["auth"],
  "bourse-curation": ["admin", "grant"],
  "bourse-mock": ["auth", "--port"],
  "bourse-node": ["keys", "create"],
};

/** Lines that are refused on a store this young; the README says so. */
const REFUSED: ReadonlySet<string> = new Set([
  "bourse auth keys rotate",
  "bourse curation admin revoke user:ada --yes",
]);

describe.skipIf(!isLongRun)("the lines of a README", { timeout: 240_000 }, () => {
  test("of the auth server", async () => {
    const shell = openShell({ AUTH_PORT: "0" });
    await shell.serve("AUTH_STORE_URL=lowdb:a.json bourse-auth", () => Promise.resolve());
    const lines = linesOf("servers/auth");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      if (line === "bourse-auth &") {
        await shell.serve("bourse-auth", (url) =>
          post(`${url}/api/v1/auth/register`, {
            email: "ada@example.com",
            password: "correct horse battery",
          }),
        );
      } else shell.run(line);
    }
  });

  test("of the curation server", async () => {
    const shell = openShell({ CURATION_PORT: "0" });
    await shell.serve("CURATION_STORE_URL=lowdb:a.json bourse-curation", () => Promise.resolve());
    const lines = linesOf("servers/curation");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      if (line.endsWith(" bourse-curation")) {
        await shell.serve(line, async (url) => {
          await post(`${url}/api/v1/auth/register`, {
            wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7",
            username: "ada",
            email: "ada@example.com",
            password: "correct horse battery",
          });
          await post(`${url}/api/v1/auth/register`, {
            wallet_address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
            username: "bob",
          });
        });
      } else shell.run(line);
    }
  });

  test("of the backtest server", async () => {
    const shell = openShell({ BACKTEST_PORT: "0", DATA_PROVIDER: "simulated" });
    shell.write("hours.csv", hours(2000));
    shell.write("mine.ts", MINE);
    const lines = linesOf("servers/backtest");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      if (line === "bourse-backtest &")
        await shell.serve("bourse-backtest", () => Promise.resolve());
      else shell.run(line);
    }
  });

  test("of the node", async () => {
    const shell = openShell(await nodeVariables());
    const lines = linesOf("servers/node");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      if (line === "bourse-node") await shell.serve(line, () => Promise.resolve());
      else shell.run(line);
    }
  });
});

/** A strategy of somebody's own in a file. */
const MINE = `
import { defineStrategy, Signal } from "@bourse/backtest-engine";

export default defineStrategy({
  name: "mine",
  version: "1.0.0",
  description: "Buys at every twentieth candle and sells ten later.",
  signalType: "clock",
  direction: "long",
  parameters: {},
  decide({ length }) {
    const signals = new Uint8Array(length);
    for (let i = 0; i < length; i += 10) {
      signals[i] = i % 20 === 0 ? Signal.enterLong : Signal.exitLong;
    }
    return { signals, warmUp: 0 };
  },
});
`;

interface Shell {
  /** Runs a line to its end, and expects success, or a refusal in words. */
  run(line: string): void;
  /** Runs a line that starts a server, calls `meanwhile` with its URL and ends it. */
  serve(line: string, meanwhile: (url: string) => Promise<void>): Promise<void>;
  write(name: string, text: string): void;
}

/** A shell in an empty folder, where the commands are those of the sources. */
function openShell(variables: Readonly<Record<string, string>>): Shell {
  const folder = mkdtempSync(join(tmpdir(), "bourse-readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, ".bin");
  mkdirSync(bin);
  for (const { name, folder: home } of binaries) {
    const words = [process.execPath, ...programWords(join(root, home, "src/main.ts"))];
    const node = words.map((word) => `'${word}'`).join(" ");
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${node} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const options = {
    cwd: folder,
    env: { PATH: `${bin}:${process.env["PATH"] ?? ""}`, ...variables },
  } as const;
  return {
    run(line) {
      const ended = spawnSync("sh", ["-c", line], { ...options, encoding: "utf8" });
      const output = ended.stdout + ended.stderr;
      expect({ line, status: ended.status, output }).toMatchObject({
        status: REFUSED.has(line.replace(/\s*#.*/, "")) ? 1 : 0,
      });
      expect(output, line).toMatch(/\S/);
      expect(output, line).not.toMatch(/^\s+at /m);
    },
    async serve(line, meanwhile) {
      const child = spawn("sh", ["-c", `${line.replace("bourse-", "exec bourse-")}`], {
        ...options,
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      await meanwhile(await urlOf(child));
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      expect(await ended, line).toBe(0);
    },
    write: (name, text) => writeFileSync(join(folder, name), text),
  };
}

/** The URL that a server prints when it is ready. */
function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const [, url] = /is ready\..*\n {2}App\s+(\S+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", () => reject(new Error(`ended before it was ready:\n${text}`)));
  });
}

/** The command lines of a README's code blocks, in their order. */
function linesOf(folder: string): string[] {
  const text = readFileSync(join(root, folder, "README.md"), "utf8");
  // Between fences text and code take turns.
  const blocks = text.split(/^```.*$/m).filter((_, place) => place % 2 === 1);
  const lines = blocks
    .flatMap((block) => block.split("\n"))
    .filter((line) => /^(?:[A-Z_]+=\S+ )*bourse[- ]/.test(line))
    .map((line) => line.replace(/\s+#.*/, ""));
  return lines;
}

function hours(count: number): string {
  const rows = Array.from({ length: count }, (_, hour) => {
    const close = 100 + 10 * Math.sin(hour / 20);
    return [Date.UTC(2024, 0, 1) + hour * 3_600_000, close, close + 1, close - 1, close, 5].join();
  });
  return `timestamp,open,high,low,close,volume\n${rows.join("\n")}\n`;
}

async function post(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(201);
}
