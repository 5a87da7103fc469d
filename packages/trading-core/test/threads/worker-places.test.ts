import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "../../src");

test("no other entry point contains the code that finds the worker modules beside it", () => {
  const others = globSync("**/*.ts", { cwd: sources }).filter(
    (file) => !file.startsWith("threads"),
  );
  expect(others).toContain(join("process", "open-service-process.ts"));
  // The build would put what two entry points share into a file elsewhere, where no worker lies.
  const sharing = others.filter((file) =>
    /from "\.{1,2}\/(?:\.\.\/)*threads\//u.test(readFileSync(join(sources, file), "utf8")),
  );
  expect(sharing).toEqual([]);
});
