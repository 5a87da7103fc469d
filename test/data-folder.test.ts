/** A DATA_DIR that cannot be made: each server ends with one sentence that names the variable and the reason. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { runToItsEnd } from "./support/server-process.ts";
import { SERVICES, type Service } from "./support/services.ts";
import { root } from "./support/workspace.ts";

describe.each(SERVICES)("$name", (service) => {
  test("below a file: the file is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-data-folder-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "file");
    writeFileSync(file, "");
    const sentence = await refusalOf(service, join(file, "data"));
    expect(sentence).toContain(`${file} is a file. DATA_DIR is `);
  });

  test.runIf(process.platform === "linux")(
    "where no folder can be made: the system's code is told",
    async () => {
      const sentence = await refusalOf(service, "/proc/bourse");
      expect(sentence).toContain(
        "/proc/bourse cannot be made (ENOENT). DATA_DIR is /proc/bourse: set it",
      );
    },
  );
});

/** The one line on which a server that ends with code 1 says why it did not start. */
async function refusalOf({ name, variables }: Service, DATA_DIR: string): Promise<string> {
  const main = join(root, "servers", name, "src/main.ts");
  const given = { ...variables, LOG_LEVEL: "silent", DATA_DIR };
  const { code, output } = await runToItsEnd(main, [], given);
  expect(code, output).toBe(1);
  const lines = output.trimEnd().split("\n");
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^bourse-${name} did not start: .+`))]);
  return lines[0] ?? "";
}
