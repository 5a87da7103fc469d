/** The promises of docs/support.md and of the READMEs are those of the manifests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { PLATFORM_NAMES } from "./support/platforms.ts";
import { packages, readJson, root } from "./support/workspace.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const { engines, devDependencies } = readJson<{
  engines: { node: string };
  devDependencies: Record<string, string>;
}>("package.json");
const floor = engines.node.replace(">=", "≥ ");
const support = read("docs/support.md");

/** The cell beside `part` in the table of versions. */
function promised(part: string): string | undefined {
  return new RegExp(`^\\| ${part} +\\| ([^|]+?) +\\|`, "m").exec(support)?.[1];
}

describe("the lowest Node.js", () => {
  test("is the same in the manifest, docs/support.md and README.md", () => {
    expect(promised("Node\\.js")).toBe(floor);
    expect(read("README.md")).toContain(`The packages run on Node.js ${floor}`);
  });

  test.each(packages().map(({ folder }) => folder))("is told by the README of %s", (folder) => {
    expect(read(join(folder, "README.md"))).toContain(`It runs on Node.js ${floor}`);
  });

  test("is the one that the floor's tests run on", () => {
    const { scripts } = readJson<{ scripts: Record<string, string> }>("package.json");
    expect(scripts["test:floor"]).toContain(`node@${floor.slice(2)}.`);
  });
});

test("the TypeScript that checks the declarations is the one that docs/support.md names", () => {
  const minor = devDependencies["typescript"]?.split(".").slice(0, 2).join(".");
  expect(support).toContain(`with the workspace's ${minor} `);
});

test("msw is promised as the mock's manifest asks for it", () => {
  const { dependencies, peerDependencies } = readJson<{
    dependencies: Record<string, string>;
    peerDependencies?: Record<string, string>;
  }>("packages/mock/package.json");
  const asked = peerDependencies?.["msw"] ?? dependencies["msw"];
  const catalog = /^ {2}"msw": (.+)$/m.exec(read("pnpm-workspace.yaml"))?.[1];
  const range = asked === "catalog:" ? catalog : asked;
  const kind = peerDependencies?.["msw"] === undefined ? "a dependency" : "a peer dependency";
  expect(promised("msw")).toBe(range?.replaceAll(">=", "≥ ").replaceAll("||", "or"));
  expect(support).toMatch(new RegExp(`^\\| msw .*\\| ${kind} of`, "m"));
});

test("the platforms are those that tests run on", () => {
  const table = /## Platforms\n([\s\S]*?)\n## /.exec(support)?.[1] ?? "";
  const rows = [...table.matchAll(/^\| ([^|]+?) +\| (?:yes|no) /gm)].map(([, name]) => name);
  expect(new Set(rows)).toEqual(new Set(PLATFORM_NAMES));
  expect(rows).toHaveLength(PLATFORM_NAMES.length);
});

test("packages are ES modules, as promised", () => {
  const kinds = packages().map(({ folder }) =>
    readJson<{ type: string }>(`${folder}/package.json`),
  );
  expect(new Set(kinds.map(({ type }) => type))).toEqual(new Set(["module"]));
  expect(promised("modules")).toBe("ESM");
});
