/** The wallet belongs to the data: a lost or exchanged one is an error, and only `init` or a first start makes one. */

import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { runNode } from "../../../packages/cli/test/support/run-words.ts";
import { freePorts } from "../../../test/support/free-ports.ts";
import { startTestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Keys cost what they cost in earnest.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

async function run(args: string, DATA_DIR: string) {
  const lines: string[] = [];
  const port = String(await freePorts(1));
  const code = await runNode(
    args.split(" "),
    { DATA_DIR, KEYSTORE_PASSWORD: "a password of tests", INTERNAL_API_PORT: port },
    { stdout: (text) => void lines.push(text), stderr: (text) => void lines.push(text) },
  );
  return { code, text: lines.join("\n") };
}

describe("a node that has run", () => {
  let used: string;
  let address: string;
  beforeAll(async () => {
    const node = await startTestNode({ atEnd: afterAll });
    address = node.address;
    await node.close();
    used = node.config.DATA_DIR;
  });

  async function copy(): Promise<string> {
    const folder = await tempFolder(onTestFinished);
    await cp(used, folder, { recursive: true });
    return folder;
  }
  const start = (DATA_DIR: string) =>
    startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR } });

  test.each(["keystore/wallet.json", "keystore"])(
    "does not start without %s, says how to restore it, and makes none",
    async (lost) => {
      const folder = await copy();
      await rm(join(folder, "node", lost), { recursive: true });
      const wrong = {
        code: "KEYSTORE_INVALID",
        message: expect.stringContaining("backup") as string,
      };
      await expect(start(folder)).rejects.toMatchObject(wrong);
      await expect(start(folder)).rejects.toThrow(address);
      for (const command of ["wallet", "doctor", "init"]) {
        expect((await run(command, folder)).code, command).toBe(1);
      }
      const left = await readdir(join(folder, "node", "keystore")).catch(() => []);
      expect(left).not.toContain("wallet.json");
    },
  );

  test("does not start with the wallet of another node", async () => {
    const folder = await copy();
    const other = await tempFolder(onTestFinished);
    expect((await run("init", other)).code).toBe(0);
    await rm(join(folder, "node", "keystore"), { recursive: true });
    await cp(join(other, "node", "keystore"), join(folder, "node", "keystore"), {
      recursive: true,
    });
    await expect(start(folder)).rejects.toMatchObject({ code: "KEYSTORE_INVALID" });
    const doctor = await run("doctor", folder);
    expect([doctor.code, doctor.text]).toEqual([1, expect.stringContaining(address) as string]);
  });
});

test("in an empty folder init makes the wallet that the first start uses, once; wallet and doctor make none", async () => {
  const folder = await tempFolder(onTestFinished);
  const before = await run("wallet", folder);
  expect([before.code, before.text]).toEqual([1, expect.stringContaining("init") as string]);
  await run("doctor", folder);
  expect(await readdir(join(folder, "node")).catch(() => [])).toEqual([]);
  const made = await run("init", folder);
  expect(made.code, made.text).toBe(0);
  const address = /0x[0-9a-fA-F]{40}/.exec(made.text)?.[0];
  expect((await run("init", folder)).code).toBe(1);
  expect((await run("wallet", folder)).text).toContain(address);
  const node = await startTestNode({ atEnd: onTestFinished, variables: { DATA_DIR: folder } });
  expect(node.address).toBe(address);
});
