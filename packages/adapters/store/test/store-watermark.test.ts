import { copyFileSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { storeWatermark, type StoreWatermark } from "../src/index.ts";

function setStage(): { readonly marks: StoreWatermark; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), "bourse-marks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const marks = storeWatermark(`sqlite:${join(folder, "a.db")}`);
  if (marks === undefined) throw new Error("a store in a file has no marks");
  return { marks, file: join(folder, "a.db.mail.mark") };
}

/** Puts a copy of a file in its place, as a backup that is restored does. */
function putBack(file: string): void {
  copyFileSync(file, `${file}.backup`);
  renameSync(`${file}.backup`, file);
}

test("the last number that was written is read, and none before the first", async () => {
  const { marks } = setStage();
  expect(await marks.read("mail")).toBe("missing");
  await marks.write("mail", 1);
  await marks.write("mail", 9_007_199_254_740_991);
  expect(await marks.read("mail")).toBe(9_007_199_254_740_991);
  expect(await marks.read("webhooks")).toBe("missing");
});

test("a copy of the file is told from the file", async () => {
  const { marks, file } = setStage();
  await marks.write("mail", 5);
  putBack(file);
  expect(await marks.read("mail")).toBe("copied");
});

test("where a system tells no time of birth the number of the file tells it from a copy", async () => {
  const { marks, file } = setStage();
  writeFileSync(file, "");
  writeFileSync(file, `5 ${statSync(file, { bigint: true }).ino} -\n`);
  expect(await marks.read("mail")).toBe(5);
  putBack(file);
  expect(await marks.read("mail")).toBe("copied");
});

test.each(["", "5", "5 1", "x 1 2\n", "5 1 2"])(
  "a torn file, %j, is the number 0",
  async (text) => {
    const { marks, file } = setStage();
    writeFileSync(file, text);
    expect(await marks.read("mail")).toBe(0);
  },
);

test("a database of a server has no marks", () => {
  expect(storeWatermark("postgres://localhost/a")).toBeUndefined();
  expect(storeWatermark("memory:")).toBeUndefined();
});
