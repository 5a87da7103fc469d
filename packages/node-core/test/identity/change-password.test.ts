/** Another password for the keystore: whatever happens on the way, one of the two passwords opens it. */

import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { ReplaceFileOperations, WritableFile } from "@bourse/kernel/files";
import { expect, test } from "vitest";

import { changeKeystorePassword, openIdentity } from "../../src/index.ts";
import { testFolder } from "../support/folder.ts";

const OLD = "the old password";
const NEW = "the new password";
const CHEAP = { scryptCost: 2 };

async function keystore(): Promise<{ readonly directory: string; readonly address: string }> {
  const directory = await testFolder();
  const { address } = await openIdentity({ directory, password: OLD, ...CHEAP });
  return { directory, address };
}

const change = (directory: string, files?: ReplaceFileOperations) =>
  changeKeystorePassword({
    directory,
    password: OLD,
    newPassword: NEW,
    ...CHEAP,
    ...(files === undefined ? {} : { files }),
  });

const opened = (directory: string, password: string) =>
  openIdentity({ directory, password, create: false, ...CHEAP });

/** Operations of a process that is killed before its operation number `last`: nothing after it happens. */
function killedAt(last: number): ReplaceFileOperations & { readonly isAlive: () => boolean } {
  let done = 0;
  const step = async <R>(work: () => Promise<R>): Promise<R> => {
    if (done >= last) throw new Error("killed");
    done++;
    return work();
  };
  return {
    isAlive: () => done < last,
    open: (path, flags, mode) =>
      step(async (): Promise<WritableFile> => {
        const file = await open(path, flags, mode);
        return {
          appendFile: (data) => step(() => file.appendFile(data)),
          sync: () => step(() => file.sync()),
          close: () => file.close(),
        };
      }),
    rename: (from, to) => step(() => rename(from, to)),
    rm: (path, options) => step(() => rm(path, options)),
  };
}

test("the new password opens both files, the old one none, and the keys stay", async () => {
  const { directory, address } = await keystore();
  const before = await opened(directory, OLD);
  await change(directory);
  const after = await opened(directory, NEW);
  expect(after.address).toBe(address);
  expect(after.encryptionPublicKey).toEqual(before.encryptionPublicKey);
  await expect(opened(directory, OLD)).rejects.toMatchObject({ code: "KEYSTORE_LOCKED" });
  expect((await readdir(directory)).toSorted()).toEqual(["encryption.json", "wallet.json"]);
  for (const name of ["wallet.json", "encryption.json"]) {
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
  }
});

test("a wrong old password changes nothing", async () => {
  const { directory } = await keystore();
  const wallet = await readFile(join(directory, "wallet.json"), "utf8");
  await expect(
    changeKeystorePassword({ directory, password: "wrong", newPassword: NEW, ...CHEAP }),
  ).rejects.toMatchObject({ code: "KEYSTORE_LOCKED" });
  expect(await readFile(join(directory, "wallet.json"), "utf8")).toBe(wallet);
  expect(await readdir(directory)).toHaveLength(2);
});

test("killed between any two steps, the old or the new password opens it, and the change can be made again", async () => {
  let kills = 0;
  for (let last = 0; ; last++) {
    const { directory, address } = await keystore();
    const files = killedAt(last);
    const ended = await change(directory, files).then(
      () => "done",
      () => "killed",
    );
    if (ended === "done") break;
    kills++;
    const answers = await Promise.allSettled([opened(directory, OLD), opened(directory, NEW)]);
    const good = answers.filter(({ status }) => status === "fulfilled");
    expect(good.length, `killed at ${last}`).toBeGreaterThan(0);
    for (const answer of good) {
      expect(answer.status === "fulfilled" && answer.value.address).toBe(address);
    }
    // Whichever it is now: the change goes through, and leaves nothing beside the two files but what a kill left
    // unfinished.
    const isOld = answers[0].status === "fulfilled" && answers[1].status === "rejected";
    if (isOld) await change(directory);
    expect((await opened(directory, NEW)).address, `killed at ${last}`).toBe(address);
    expect((await readdir(directory)).filter((name) => name.endsWith(".next"))).toEqual([]);
  }
  // Two files are written and flushed, then renamed twice.
  expect(kills).toBeGreaterThanOrEqual(10);
});

test("a file of another key that stands beside a place never takes it", async () => {
  const { directory, address } = await keystore();
  const other = await testFolder();
  await openIdentity({ directory: other, password: NEW, ...CHEAP });
  for (const name of ["wallet.json", "encryption.json"]) {
    await writeFile(join(directory, `${name}.next`), await readFile(join(other, name)));
  }
  await expect(opened(directory, NEW)).rejects.toMatchObject({ code: "KEYSTORE_LOCKED" });
  expect((await opened(directory, OLD)).address).toBe(address);
});
