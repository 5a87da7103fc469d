import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

const adapters = fileURLToPath(new URL("../..", import.meta.url));

describe("the first example of the README", () => {
  test.each(["store", "store-lowdb", "store-sqlite"])(
    "of %s gives the output that it shows",
    (name) => {
      const readme = readFileSync(join(adapters, name, "README.md"), "utf8");
      const [source, output] = ["ts", "text"].map(
        (language) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(readme)![1]!,
      );
      const folder = mkdtempSync(join(tmpdir(), "bourse-readme-"));
      try {
        const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
        const { stdout, stderr } = spawnSync(
          process.execPath,
          [...flags, "--input-type=module-typescript", "-e", source!.replaceAll("./data", folder)],
          { cwd: join(adapters, name), encoding: "utf8", env: { NO_COLOR: "1" } },
        );
        expect(stderr).toBe("");
        expect(stdout.replaceAll(folder, "./data")).toBe(output);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});
