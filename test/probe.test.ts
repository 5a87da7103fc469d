import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test } from "vitest";

import { GOOD_CALLS } from "./support/good-calls.ts";
import { openWorkspace } from "./support/public-functions.ts";
import { faultsOf } from "./support/wrong-arguments.ts";
test("probe", { timeout: 600000 }, async () => {
  const workspace = openWorkspace();
  process.chdir(mkdtempSync(join(tmpdir(), "p-")));
  const out: string[] = [];
  for (const folder of (process.env["PROBE"] ?? "").split(",")) {
    for (const one of await workspace.functionsOf(folder)) {
      out.push(
        `# ${one.name}(${one.parameters.map((p) => `${p.name}: ${p.shape.name || p.shape.text}`).join(", ")})`,
      );
      if (process.env["ONLY"] && !new RegExp(process.env["ONLY"]).test(one.name)) continue;
      if (process.env["LIST"] === undefined) {
        const at = performance.now();
        out.push(...(await faultsOf(one, GOOD_CALLS)));
        out.push(`# ${Math.round(performance.now() - at)} ms`);
      }
    }
  }
  writeFileSync("/tmp/probe.txt", out.join("\n") + "\n");
  workspace.close();
});
