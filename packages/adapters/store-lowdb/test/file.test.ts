import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { defineCollection, type Entity } from "@bourse/kernel";
import { afterAll, describe, expect, test } from "vitest";

import { openLowdbStore } from "../src/index.ts";

interface Item extends Entity {
  readonly n: number;
}
const items = defineCollection<Item>()({ name: "items", indexes: { by_n: { fields: ["n"] } } });
const collections = [items];

const folder = mkdtempSync(join(tmpdir(), "bourse-lowdb-file-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function written(name: string): Promise<string> {
  const path = join(folder, name);
  const store = await openLowdbStore({ path, collections });
  await store.insert(items, { id: "b", n: 2 });
  await store.insert(items, { id: "a", n: 1 }, Uint8Array.of(255, 254));
  await store.replace(items, { id: "a", n: 3 }, 1);
  await store.close();
  return path;
}

describe("the file of a lowdb store", () => {
  test("is JSON with one document a line, for its owner's eyes only, under NODE_ENV=test too", async () => {
    expect(process.env["NODE_ENV"]).toBe("test");
    const path = await written("readable.json");
    expect(readFileSync(path, "utf8").replaceAll(/[0-9a-f]{32,}/g, "…")).toBe(`{
"format": "bourse-store",
"version": 3,
"checksum": "sha256:…",
"collections": {
"items": {"indexes": {"by_n":{"fields":["n"],"unique":false}}, "documents": [
{"version":2,"sum":"…","value":{"id":"a","n":3},"bytes":"//4="},
{"version":1,"sum":"…","value":{"id":"b","n":2}}
]}
}
}
`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("of another format is refused with STORE_FORMAT_UNSUPPORTED and kept", async () => {
    const path = await written("format.json");
    for (const version of [2, 99]) {
      const other = readFileSync(path, "utf8").replace('"version": 3', `"version": ${version}`);
      const copy = join(folder, `format-${version}.json`);
      writeFileSync(copy, other);
      await expect(openLowdbStore({ path: copy, collections })).rejects.toMatchObject({
        code: "STORE_FORMAT_UNSUPPORTED",
      });
      expect(readFileSync(copy, "utf8")).toBe(other);
    }
  });

  test("cut off anywhere is refused with STORE_CORRUPT and kept", async () => {
    const path = await written("cut.json");
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length - 1; length += 7) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(openLowdbStore({ path, collections })).rejects.toMatchObject({
        code: "STORE_CORRUPT",
        message: expect.stringContaining("left as it is") as unknown,
      });
      expect(readFileSync(path).equals(whole.subarray(0, length))).toBe(true);
    }
    writeFileSync(path, whole);
    await (await openLowdbStore({ path, collections })).close();
  });

  test("with one bit turned is refused, wherever that is", async () => {
    const path = await written("bits.json");
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length - 1; at += 3) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 1;
      writeFileSync(path, bytes);
      await expect(
        openLowdbStore({ path, collections }),
        `bit 0 of byte ${at}`,
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^STORE_(CORRUPT|FORMAT_UNSUPPORTED|KEY_INVALID)$/) as unknown,
      });
    }
  });

  test("may be edited by hand once its checksum is deleted, and not before", async () => {
    const path = await written("edited.json");
    const edited = readFileSync(path, "utf8").replace('"n":3', '"n":30');
    writeFileSync(path, edited);
    await expect(openLowdbStore({ path, collections })).rejects.toThrow(
      /delete its line "checksum"/,
    );
    writeFileSync(path, edited.replace(/"checksum".*\n/, ""));
    const store = await openLowdbStore({ path, collections });
    expect((await store.get(items, "a"))?.value.n).toBe(30);
    await store.replace(items, { id: "a", n: 31 }, 2);
    await store.close();
    expect(readFileSync(path, "utf8")).toContain('"checksum"');
  });

  test.each([
    ["of another program", "[1, 2]", "STORE_CORRUPT"],
    ["of another format", '{"format": "other", "version": 1}', "STORE_CORRUPT"],
    ["of a newer release", '{"format": "bourse-store", "version": 4}', "STORE_FORMAT_UNSUPPORTED"],
    ["without collections", '{"format": "bourse-store", "version": 3}', "STORE_CORRUPT"],
    [
      "with two documents of one id",
      '{"format":"bourse-store","version":3,"collections":{"items":{"indexes":{"by_n":{"fields":["n"],"unique":false}},"documents":[{"version":1,"value":{"id":"a","n":1}},{"version":1,"value":{"id":"a","n":1}}]}}}',
      "STORE_CORRUPT",
    ],
    [
      "with what is no document",
      '{"format":"bourse-store","version":3,"collections":{"items":{"indexes":{},"documents":[7]}}}',
      "STORE_CORRUPT",
    ],
  ])("%s is refused and kept", async (name, text, code) => {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, text);
    await expect(openLowdbStore({ path, collections })).rejects.toMatchObject({ code });
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("takes the place of what a killed process left half-written", async () => {
    const path = await written("left.json");
    const left = `${path}.1234.unfinished`;
    writeFileSync(left, "{ half");
    const store = await openLowdbStore({ path, collections });
    expect(await store.count(items)).toBe(2);
    await store.close();
    expect(() => statSync(left)).toThrow(/ENOENT/);
  });

  test("that has grown past 20,000 documents is warned of once, at the commit or at the opening", async () => {
    const path = join(folder, "many.json");
    const heard: string[] = [];
    const warn = (message: string): void => void heard.push(message);
    const store = await openLowdbStore({ path, collections, warn });
    await store.transaction(async (tx) => {
      for (let n = 0; n < 20_000; n += 1) await tx.insert(items, { id: `n${n}`, n });
    });
    expect(heard).toEqual([]);
    await store.insert(items, { id: "one more", n: 0 });
    await store.insert(items, { id: "and another", n: 0 });
    expect(heard).toEqual([expect.stringContaining("bourse store copy lowdb:FILE sqlite:FILE")]);
    await store.close();
    await (await openLowdbStore({ path, collections, warn })).close();
    expect(heard.length).toBe(2);
  });

  test("is not opened twice", async () => {
    const path = join(folder, "once.json");
    const store = await openLowdbStore({ path, collections });
    await expect(openLowdbStore({ path, collections })).rejects.toMatchObject({
      code: "STORE_LOCKED",
    });
    await store.insert(items, { id: "still mine", n: 1 });
    await store.close();
    await (await openLowdbStore({ path, collections })).close();
  });
});
