import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { replaceFile, type ReplaceFileOperations } from "../../src/files/replace-file.ts";

let folder: string;
let path: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bourse-replace-"));
  path = join(folder, "data");
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

/** The machine's operations, of which the `n`-th fails; `count` says how many there were. */
function failing(n: number): { files: ReplaceFileOperations; count: () => number } {
  let count = 0;
  const step = async <T>(run: () => Promise<T>): Promise<T> => {
    count += 1;
    if (count === n) throw new Error(`operation ${n} failed`);
    return await run();
  };
  const files: ReplaceFileOperations = {
    open: (name, flags, mode) =>
      step(async () => {
        const file = await open(name, flags, mode);
        return {
          appendFile: (data) => step(async () => await file.appendFile(data)),
          sync: () => step(async () => await file.sync()),
          close: async () => {
            await file.close();
            await step(async () => undefined);
          },
        };
      }),
    rename: (from, to) => step(async () => await rename(from, to)),
    rm: (name, options) => rm(name, options),
  };
  return { files, count: () => count };
}

describe("replaceFile", () => {
  test("makes a file that only its owner reads, and replaces it", async () => {
    await replaceFile(path, ["one", Buffer.from(" two")]);
    expect(await readFile(path, "utf8")).toBe("one two");
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
    await replaceFile(path, ["three"]);
    expect(await readFile(path, "utf8")).toBe("three");
    expect(await readdir(folder)).toEqual(["data"]);
  });

  test("writes a long text as one piece, not by characters", async () => {
    const { files, count } = failing(0);
    const text = "a line\n".repeat(20_000);
    await replaceFile(path, text, { files, mode: 0o644 });
    expect(await readFile(path, "utf8")).toBe(text);
    // Opening, one append, two flushes, two closings, the rename, opening the folder.
    expect(count()).toBeLessThan(10);
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o644);
  });

  test("leaves the old file or the new one, whichever operation fails, and nothing else", async () => {
    const { files, count } = failing(0);
    await replaceFile(path, ["new", "er"], { files });
    const operations = count();
    expect(operations).toBeGreaterThan(6);
    for (let n = 1; n <= operations; n += 1) {
      await writeFile(path, "old");
      const faulty = failing(n);
      const failure = replaceFile(path, ["new", "er"], { files: faulty.files });
      await expect(failure).rejects.toThrow(`operation ${n} failed`);
      expect(["old", "newer"]).toContain(await readFile(path, "utf8"));
      expect(await readdir(folder)).toEqual(["data"]);
    }
  });

  test("writers of one path never mix", async () => {
    const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(10_000));
    await Promise.all(texts.map((text) => replaceFile(path, [text])));
    expect(texts).toContain(await readFile(path, "utf8"));
    expect(await readdir(folder)).toEqual(["data"]);
  });

  test("leaves a whole file, no older than the last one told, when its process is killed", async () => {
    const script = fileURLToPath(new URL("replace-for-ever.ts", import.meta.url));
    let told = -1;
    for (let kill = 0; kill < 8; kill += 1) {
      const writer = spawn(process.execPath, ["-C", "@bourse/source", script, path, `${told + 1}`]);
      child = writer;
      const before = told;
      writer.stdout.setEncoding("utf8").on("data", (text: string) => {
        told = Number(text.trim().split("\n").at(-1));
        if (told > before + kill) writer.kill("SIGKILL");
      });
      await once(writer, "close");
      const lines = (await readFile(path, "utf8")).trim().split("\n");
      expect(lines).toHaveLength(64 * 512);
      expect(new Set(lines).size).toBe(1);
      expect(Number(lines[0])).toBeGreaterThanOrEqual(told);
    }
  }, 30_000);
});
