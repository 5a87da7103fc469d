import { spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { rounds } from "../../../../test/support/rounds.ts";
import { startDevelopmentChain } from "../src/index.ts";
import { hasAnvil } from "./has-anvil.ts";

const WRITER = fileURLToPath(new URL("crash-writer.ts", import.meta.url));
const KEY = `0x${"42".repeat(32)}`;
const KILLS = rounds(5, 20);

/** Runs the writer until it has had so many transactions acknowledged, then kills it; what was acknowledged. */
async function killAfter(directory: string, count: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, ["-C", "@bourse/source", WRITER, directory, KEY], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (part: Buffer) => {
    said += part.toString();
    if (said.split("\n").length > count) child.kill("SIGKILL");
  });
  const signal = await new Promise<string | null>((resolve) => {
    child.once("close", (_code, by) => resolve(by));
  });
  expect(signal).toBe("SIGKILL");
  return said.split("\n").slice(0, -1);
}

/** Processes whose working files are in `directory`, by their command line; Linux only. */
async function processesOf(directory: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const id of await readdir("/proc")) {
    if (!/^\d+$/.test(id) || Number(id) === process.pid) continue;
    const command = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    if (!command.includes(directory)) continue;
    // One that has ended and is not yet reaped has no program any more.
    if ((await readlink(`/proc/${id}/exe`).catch(() => undefined)) !== undefined) found.push(id);
  }
  return found;
}

test.skipIf(!hasAnvil())(
  "kills lose no acknowledged transaction, move none to another block, and leave no process",
  { timeout: 600_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "bourse-chain-crash-"));
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      acknowledged.push(...(await killAfter(directory, 3 + ((kill * 7) % 23))));
      // A power cut can leave half a line.
      if (kill % 5 === 4) await appendFile(join(directory, "journal"), "deadbeefdeadbeef transac");
    }
    const chain = await startDevelopmentChain({ directory });
    let moved = 0;
    for (const line of acknowledged) {
      const [, hash, blockHash] = line.split(" ");
      const receipt = await chain.request("eth_getTransactionReceipt", [hash]);
      if ((receipt as { blockHash: string } | null)?.blockHash !== blockHash) moved++;
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS * 3);
    expect(moved).toBe(0);
    await chain.stop();
    if (process.platform === "linux") {
      await expect.poll(() => processesOf(directory), { timeout: 20_000 }).toEqual([]);
    }
    await rm(directory, { recursive: true, force: true });
  },
);
