import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { hasCode } from "@bourse/kernel";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import { takeEnvFiles } from "../src/environment/env-files.ts";

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "settings.env");
  writeFileSync(path, text);
  return path;
}

function messageOf(args: readonly string[]): string {
  try {
    takeEnvFiles(args, {});
  } catch (error) {
    if (hasCode(error, "ENV_FILE_INVALID")) return error.message;
    throw error;
  }
  throw new Error("expected a refusal");
}

describe("--env-file", () => {
  test("adds the file's variables and leaves the other arguments in their order", () => {
    const path = fileOf("A=1\n");
    for (const flag of [["--env-file", path], [`--env-file=${path}`]]) {
      const { args, variables } = takeEnvFiles(["keys", ...flag, "list"], { B: "2" });
      expect(args).toEqual(["keys", "list"]);
      expect(variables).toEqual({ A: "1", B: "2" });
    }
  });

  test("gives way to what is set already, also where that is empty; the last file wins over others", () => {
    const files = [fileOf("A=first\nB=first\nC=first"), fileOf("B=second\nC=second")];
    const args = files.flatMap((path) => ["--env-file", path]);
    const { variables } = takeEnvFiles(args, { C: "", D: undefined });
    expect(variables).toEqual({ A: "first", B: "second", C: "" });
  });

  test("reads comments, quotes, an export and Windows line ends", () => {
    const text = [
      "\ufeff# a comment",
      "",
      "  PLAIN = a b  # why",
      'DOUBLE="a # b\\nc"',
      "SINGLE='a\\nb'",
      "export EXPORTED=yes",
      "EMPTY=",
      "URL=http://a/#b",
    ].join("\r\n");
    expect(takeEnvFiles(["--env-file", fileOf(text)], {}).variables).toEqual({
      PLAIN: "a b",
      DOUBLE: "a # b\nc",
      SINGLE: "a\\nb",
      EXPORTED: "yes",
      EMPTY: "",
      URL: "http://a/#b",
    });
  });

  test.each([
    ["AUTH_PORT 3000", "expected NAME=value"],
    ["=hunter2", "expected NAME=value"],
    ["1A=hunter2", "expected NAME=value"],
    ["hunter2", "expected NAME=value"],
    ['KEY="hunter2', "the value of KEY begins with a quote"],
    ["KEY='hunter2' hunter3", "the value of KEY begins with a quote"],
    ["KEY=hunter\u0000", "the value of KEY holds a null character"],
  ])("refuses the line %j by its number, without what stands there", (line, sentence) => {
    const message = messageOf(["--env-file", fileOf(`A=1\n\n${line}\n`)]);
    expect(message).toContain(`settings.env, line 3: ${sentence}`);
    expect(message).not.toContain("hunter");
  });

  test("says which file is missing, is a folder, or was not named", () => {
    expect(messageOf(["--env-file", "/nowhere/a.env"])).toBe(
      "--env-file /nowhere/a.env: there is no such file.",
    );
    expect(messageOf(["--env-file", tmpdir()])).toContain("this is a folder");
    for (const args of [["--env-file"], ["--env-file="]]) {
      expect(messageOf(args)).toContain("--env-file needs the path of a file");
    }
  });

  test("reads plain and quoted values as Node.js does", () => {
    const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,9}$/);
    const plain = fc.stringMatching(/^[A-Za-z0-9_:/.,@+-]{0,20}$/);
    const quoted = fc.stringMatching(/^[A-Za-z0-9 #=$]{0,20}$/).map((text) => `"${text}"`);
    const path = fileOf("");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.oneof(plain, quoted))), (pairs) => {
        const text = pairs.map(([key, value]) => `${key}=${value}`).join("\n");
        writeFileSync(path, text);
        expect({ ...takeEnvFiles(["--env-file", path], {}).variables }).toEqual({
          ...parseEnv(text),
        });
      }),
      { numRuns: 200 },
    );
  });
});
