import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { makeFolder } from "../../src/files/index.ts";

async function root(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "bourse-folder-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test("makes a folder and those above it for the owner alone, and leaves one that exists as it is", async () => {
  const path = join(await root(), "a", "b");
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await mkdir(join(path, "c"), { mode: 0o755 });
  await makeFolder(join(path, "c"));
  expect((await stat(join(path, "c"))).mode & 0o777).toBe(0o755);
});

test("ten at once make the same folder", async () => {
  const path = join(await root(), "a", "b", "c");
  await Promise.all(Array.from({ length: 10 }, () => makeFolder(path)));
  expect((await stat(path)).isDirectory()).toBe(true);
});

test("a file in the way is named, at the place or above it", async () => {
  const file = join(await root(), "file");
  await writeFile(file, "");
  for (const path of [file, join(file, "a", "b")]) {
    await expect(makeFolder(path)).rejects.toMatchObject({
      code: "FOLDER_UNUSABLE",
      message: `The folder ${path} cannot be used: ${file} is a file.`,
      details: { path },
    });
  }
});

test("a link to nothing is refused", async () => {
  const folder = await root();
  await symlink(join(folder, "nothing"), join(folder, "link"));
  await expect(makeFolder(join(folder, "link"))).rejects.toMatchObject({
    code: "FOLDER_UNUSABLE",
    message: expect.stringContaining("EEXIST") as string,
  });
});

test.runIf(process.platform === "linux")(
  "a file system that makes no folders is refused",
  async () => {
    await expect(makeFolder("/proc/bourse/data")).rejects.toMatchObject({
      code: "FOLDER_UNUSABLE",
      message: expect.stringContaining("/proc/bourse cannot be made (ENOENT)") as string,
    });
  },
);
