/**
 * Apps outside of the workspace: every package is packed and published to a registry on loopback, installed from there
 * by plain npm into an empty folder, imported by every subpath and compiled under strict TypeScript.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { putPackages } from "../scripts/local-registry.mjs";
import { publishPackages } from "../scripts/publish-packages.mjs";
import { openOutsideFolder, type OutsideFolder } from "./support/outside-folder.ts";
import { isLongRun } from "./support/rounds.ts";
import { packages, root } from "./support/workspace.ts";

const FIRST = [
  "@bourse/auth-core",
  "@bourse/backtest-engine",
  "@bourse/client",
  "@bourse/mock",
] as const;
const ALL = packages().map(({ manifest }) => manifest.name);

/** Imports each specifier of its arguments; prints those that failed, with their message. */
const IMPORTER = `
const failures = {};
let imported = 0;
for (const specifier of process.argv.slice(2)) {
  try {
    await import(specifier, specifier.endsWith(".json") ? { with: { type: "json" } } : undefined);
    imported += 1;
  } catch (error) {
    failures[specifier] = String(error);
  }
}
console.log(JSON.stringify({ imported, failures }));
process.exit(0);
`;

const CONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2023",
    lib: ["es2024", "dom", "esnext.disposable"],
    noEmit: true,
    skipLibCheck: false,
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  },
  files: ["app.ts"],
};

let outside: OutsideFolder;

describe.skipIf(!isLongRun)("an app outside of the workspace", { timeout: 900_000 }, () => {
  beforeAll(async () => {
    outside = await openOutsideFolder();
  }, 900_000);
  afterAll(async () => {
    await outside.close();
  });

  // npm takes a second for each question and each package: the others go to the registry without it.
  test("a package is published once, and a second run publishes what the first did not", async () => {
    const { packed, registry } = outside;
    const names = packed.map(({ name }) => name);
    expect(names.toSorted()).toEqual(ALL.toSorted());
    expect(publishPackages(packed.slice(0, 2), registry.flags)).toEqual(names.slice(0, 2));
    expect(publishPackages(packed.slice(0, 3), registry.flags)).toEqual([names[2]]);
    await putPackages(registry.url, packed.slice(3));
  });

  test.each([
    { app: "four packages", names: FIRST },
    { app: "all packages", names: ALL },
  ])(
    "$app: npm installs them, Node imports every subpath, tsc accepts each",
    async ({ app, names }) => {
      const place = outside.install(app.replace(" ", "-"), names);
      const subpaths = names.flatMap((name) => subpathsOf(place, name));
      expect(subpaths.length).toBeGreaterThanOrEqual(names.length);

      writeFileSync(join(place, "import.mjs"), IMPORTER);
      const output = execFileSync(process.execPath, ["import.mjs", ...subpaths], {
        cwd: place,
        encoding: "utf8",
      });
      expect(JSON.parse(output)).toEqual({ imported: subpaths.length, failures: {} });

      const typed = subpaths.filter((path) => !path.endsWith(".json"));
      const lines = typed.map((path, place) => `import * as m${place} from "${path}";\n`);
      const used = `export const all: object[] = [${typed.map((_, place) => `m${place}`).join(", ")}];\n`;
      writeFileSync(join(place, "app.ts"), lines.join("") + used);
      writeFileSync(join(place, "tsconfig.json"), JSON.stringify(CONFIG));
      const { status, stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", "."], {
        cwd: place,
        encoding: "utf8",
      });
      expect(status, stdout).toBe(0);
    },
  );
});

/** The subpaths that an installed package exports, as an import names them. */
function subpathsOf(place: string, name: string): readonly string[] {
  const text = readFileSync(join(place, "node_modules", name, "package.json"), "utf8");
  const { exports } = JSON.parse(text) as { exports: Readonly<Record<string, unknown>> };
  expect(JSON.stringify(exports)).not.toContain("@bourse/source");
  return Object.keys(exports).map((path) => name + path.slice(1));
}
