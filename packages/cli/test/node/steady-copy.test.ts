/** A copy of the keystore that is taken while its password changes: one password opens the whole copy. */

import { copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import type { ReplaceFileOperations } from "@bourse/kernel/files";
import { changeKeystorePassword, openIdentity } from "@bourse/node-core";
import { expect, onTestFinished, test } from "vitest";

import { tempFolder } from "../../../../servers/node/test/support/temp-folder.ts";
import { copySteadily } from "../../src/node/steady-copy.ts";

const OLD = "the old password";
const NEW = "the new password";
const CHEAP = { scryptCost: 2 };

/** A change of the password that goes on only when it is told to, one step on the disk at a time. */
function steppedChange(directory: string) {
  let steps = 0;
  let release: (() => void) | undefined;
  let arrived = Promise.withResolvers<void>();
  const step = async <R>(work: () => Promise<R>): Promise<R> => {
    await new Promise<void>((resolve) => {
      release = resolve;
      arrived.resolve();
    });
    steps++;
    return work();
  };
  const files: ReplaceFileOperations = {
    open: (path, flags, mode) => step(() => open(path, flags, mode)),
    rename: (from, to) => step(() => rename(from, to)),
    rm: (path, options) => step(() => rm(path, options)),
  };
  let isDone = false;
  const done = changeKeystorePassword({
    directory,
    password: OLD,
    newPassword: NEW,
    ...CHEAP,
    files,
  }).finally(() => {
    isDone = true;
    arrived.resolve();
  });
  return {
    steps: () => steps,
    /** Lets one step happen and waits until the next one is about to. */
    next: async (): Promise<void> => {
      await arrived.promise;
      if (isDone) return done;
      arrived = Promise.withResolvers<void>();
      release?.();
      await arrived.promise;
    },
    isDone: () => isDone,
  };
}

async function opens(directory: string, password: string): Promise<boolean> {
  try {
    await openIdentity({ directory, password, create: false, ...CHEAP });
    return true;
  } catch {
    return false;
  }
}

test("whatever steps of the change happen between two files, the old or the new password opens the copy", async () => {
  const root = await tempFolder(onTestFinished);
  let changes = 0;
  // The change is `lead` steps on when the copy begins, and goes on by `pace` steps after each file.
  for (let lead = 0; ; lead++) {
    let isOver = false;
    for (const pace of [1, 2, 4, 8]) {
      const directory = join(root, `${lead}-${pace}`);
      const copy = join(root, `${lead}-${pace}-copy`);
      await openIdentity({ directory, password: OLD, ...CHEAP });
      const change = steppedChange(directory);
      for (let step = 0; step < lead; step++) await change.next();
      isOver = change.isDone();
      const isCopied = await copySteadily({
        from: directory,
        list: async () =>
          (await readdir(directory)).filter((name) => !name.endsWith(".unfinished")),
        copy: async (name) => {
          await mkdir(copy, { recursive: true });
          await copyFile(join(directory, name), join(copy, name));
          for (let step = 0; step < pace; step++) await change.next();
        },
        discard: () => rm(copy, { recursive: true, force: true }),
      });
      expect(isCopied, `lead ${lead}, pace ${pace}`).toBe(true);
      const names = await readdir(copy);
      const passwords = [await opens(copy, OLD), await opens(copy, NEW)];
      expect(passwords, `lead ${lead}, pace ${pace}: ${names.join(", ")}`).toContain(true);
      while (!change.isDone()) await change.next();
      changes = change.steps();
    }
    if (isOver) break;
  }
  expect(changes).toBeGreaterThanOrEqual(9);
});

test("files that change at every attempt are not copied, and nothing is left of the attempts", async () => {
  const root = await tempFolder(onTestFinished);
  const [from, to] = [join(root, "from"), join(root, "to")];
  await mkdir(from);
  let version = 0;
  const replace = async (): Promise<void> => {
    const file = await open(join(from, `next-${version++}`), "wx");
    await file.close();
    await rename(join(from, `next-${version - 1}`), join(from, "file"));
  };
  await replace();
  const isCopied = await copySteadily({
    from,
    list: () => readdir(from),
    copy: async (name) => {
      await mkdir(to, { recursive: true });
      await copyFile(join(from, name), join(to, name));
      await replace();
    },
    discard: () => rm(to, { recursive: true, force: true }),
  });
  expect(isCopied).toBe(false);
  expect(await readdir(root)).toEqual(["from"]);
});
