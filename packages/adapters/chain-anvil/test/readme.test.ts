import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { hasAnvil } from "./has-anvil.ts";

const HERE = fileURLToPath(new URL("..", import.meta.url));

test.skipIf(!hasAnvil())(
  "the README's example gives the output that it shows",
  { timeout: 60_000 },
  () => {
    const readme = readFileSync(join(HERE, "README.md"), "utf8");
    const [source, output] = ["ts", "text"].map(
      (language) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "msu").exec(readme)![1]!,
    );
    const folder = mkdtempSync(join(tmpdir(), "bourse-readme-"));
    try {
      const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [...flags, "--input-type=module-typescript", "-e", source!.replaceAll("./data", folder)],
        { cwd: HERE, encoding: "utf8", env: { NO_COLOR: "1" } },
      );
      expect(stderr).toBe("");
      expect(stdout).toBe(output);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
