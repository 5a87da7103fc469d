/**
 * Writes `src/password/packed-passwords.ts` from lists with one password a line. Run as
 * `pnpm write:passwords FILE…`; `vendor/common-passwords` has the sources of the lists and their licences.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

const MIN_LENGTH = 8;

const passwords = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, "utf8").split("\n"))
  .map((line) => line.trim().toLowerCase())
  .filter((line) => line.length >= MIN_LENGTH && /^[ -~]+$/.test(line));

/** Each line is the length of what it shares with the line before, as a character from `0` on, and its rest. */
let before = "";
const lines = [...new Set(passwords)]
  .toSorted((a, b) => (a < b ? -1 : 1))
  .map((password) => {
    let shared = 0;
    while (shared < before.length && password[shared] === before[shared]) shared++;
    before = password;
    return String.fromCharCode(48 + shared) + password.slice(shared);
  });

const packed = deflateRawSync(lines.join("\n"), { level: 9 }).toString("base64");
const module = `/** Written by scripts/pack-passwords.ts from the lists in vendor/common-passwords. Do not change it by hand. */

/** The ${lines.length} passwords, sorted and packed, in base64. */
export const PACKED_PASSWORDS: string =
  "${packed}";
`;
writeFileSync(new URL("../src/password/packed-passwords.ts", import.meta.url), module);
