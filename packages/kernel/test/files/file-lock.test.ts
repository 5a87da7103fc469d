import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, afterEach, describe, expect, test } from "vitest";

import { lockFile } from "../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "bourse-lock-"));
const holder = fileURLToPath(new URL("lock-holder.ts", import.meta.url));
const children: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function start(path: string): ChildProcess {
  const child = spawn(process.execPath, ["-C", "@bourse/source", holder, path]);
  children.push(child);
  return child;
}

async function firstWord(child: ChildProcess): Promise<string> {
  const [bytes] = (await once(child.stdout!, "data")) as [Buffer];
  return bytes.toString().trim();
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

describe("a lock on a path", { timeout: 60_000 }, () => {
  test("has one holder, in one process or in two", async () => {
    const path = join(folder, "one");
    const child = start(path);
    expect(await firstWord(child)).toBe("locked");
    await expect(lockFile(path)).rejects.toMatchObject({ code: "STORE_LOCKED" });
    await kill(child);
    const lock = await lockFile(path);
    await expect(lockFile(path)).rejects.toMatchObject({ code: "STORE_LOCKED" });
    // The refused attempts above must not have weakened it.
    expect(await firstWord(start(path))).toBe("refused");
    lock.release();
    lock.release();
    (await lockFile(path)).release();
  });

  test("dies with a process that is killed, though its file stays", async () => {
    const path = join(folder, "killed");
    for (let round = 0; round < 3; round += 1) {
      const child = start(path);
      expect(await firstWord(child)).toBe("locked");
      await kill(child);
      expect(existsSync(path)).toBe(true);
    }
  });

  test("is won by exactly one of those who start at once, with an old file there or none", async () => {
    const path = join(folder, "race");
    for (let round = 0; round < 3; round += 1) {
      const words = await Promise.all(Array.from({ length: 6 }, () => firstWord(start(path))));
      expect(words.toSorted()).toEqual(["locked", ...Array<string>(5).fill("refused")]);
      await Promise.all(children.splice(0).map(kill));
    }
  });

  test("that can't be taken for another reason says so", async () => {
    await expect(lockFile(join(folder, "no", "such", "folder"))).rejects.toMatchObject({
      code: "STORE_IO",
    });
  });
});
