/** The font has the characters that the pages write. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

import { expect, test } from "vitest";

import { FONT_CHARACTERS } from "../scripts/font-characters.ts";

const PAGES = ["access-console", "backtest-studio", "curation-desk", "dashboard"];
const apps = fileURLToPath(new URL("../../", import.meta.url));

/** The sources of the pages; a link within node_modules leads round in a circle. */
const SOURCES = ["ui/src", ...PAGES.map((name) => `${name}/page`)].flatMap((folder) =>
  readdirSync(join(apps, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => join(apps, folder, name)),
);

test("each character that a page writes by itself is in the font", () => {
  const missing = new Set(
    SOURCES.flatMap((file) => Array.from(readFileSync(file, "utf8"))).filter(
      (letter) => letter >= " " && !FONT_CHARACTERS.includes(letter),
    ),
  );
  expect([...missing]).toEqual([]);
});

test("the file has a glyph for each of its characters", () => {
  const mapped = charactersOf(readFileSync(new URL("../font/inter.woff2", import.meta.url)));
  const missing = Array.from(FONT_CHARACTERS).filter(
    (letter) => !mapped.has(letter.codePointAt(0)!),
  );
  expect(missing).toEqual([]);
  expect(mapped.has("Ж".codePointAt(0)!)).toBe(false);
});

/** Code points that a WOFF2 file has a glyph for (WOFF 2.0, section 4; OpenType `cmap`, formats 4 and 12). */
function charactersOf(file: Buffer): ReadonlySet<number> {
  const cmap = tableOf(file, "cmap");
  const found = new Set<number>();
  for (let at = 0; at < cmap.readUInt16BE(2); at++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + at * 8 + 4));
    const ranges = table.readUInt16BE(0) === 4 ? rangesOfFormat4(table) : rangesOfFormat12(table);
    for (const [first, last] of ranges) {
      for (let code = first; code <= last; code++) found.add(code);
    }
  }
  return found;
}

type Range = readonly [first: number, last: number];

function rangesOfFormat4(table: Buffer): readonly Range[] {
  const size = table.readUInt16BE(6);
  return Array.from({ length: size / 2 }, (_, at) => [
    table.readUInt16BE(16 + size + at * 2),
    table.readUInt16BE(14 + at * 2),
  ]);
}

function rangesOfFormat12(table: Buffer): readonly Range[] {
  if (table.readUInt16BE(0) !== 12) return [];
  return Array.from({ length: table.readUInt32BE(12) }, (_, at) => [
    table.readUInt32BE(16 + at * 12),
    table.readUInt32BE(20 + at * 12),
  ]);
}

/** Tags by their number in the directory, as far as they are needed. */
const KNOWN_TAGS = [
  "cmap",
  "head",
  "hhea",
  "hmtx",
  "maxp",
  "name",
  "OS/2",
  "post",
  "cvt ",
  "fpgm",
  "glyf",
  "loca",
];

function tableOf(file: Buffer, wanted: string): Buffer {
  let at = 48;
  const number = (): number => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const tables: { readonly tag: string; readonly length: number }[] = [];
  for (let left = file.readUInt16BE(12); left > 0; left--) {
    const flags = file.readUInt8(at++);
    const isOwn = (flags & 63) === 63;
    const tag = isOwn ? file.toString("latin1", at, (at += 4)) : (KNOWN_TAGS[flags & 63] ?? "");
    const original = number();
    const isOutline = tag === "glyf" || tag === "loca";
    const isChanged = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0;
    tables.push({ tag, length: isChanged ? number() : original });
  }
  const whole = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const before = tables.slice(
    0,
    tables.findIndex(({ tag }) => tag === wanted),
  );
  return whole.subarray(before.reduce((sum, { length }) => sum + length, 0));
}
