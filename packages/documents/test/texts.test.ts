import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isBuilt } from "../../../scripts/build.mjs";
import { APIS, PACKAGE } from "../../contract/scripts/apis.ts";
import { documents } from "../scripts/documents.ts";
import { textsOf } from "../scripts/texts.ts";
import { texts as auth } from "../src/auth/texts.ts";
import { texts as backtest } from "../src/backtest/texts.ts";
import { texts as curation } from "../src/curation/texts.ts";
import { texts as node } from "../src/node/texts.ts";

const HINT = "run `pnpm --filter @bourse/documents write:texts`";

const cache = join(PACKAGE, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
// Inside the contract, so that zod is found from there.
const folder = mkdtempSync(join(cache, "texts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Folder of the contract's declaration files: those of the last build where nothing has changed since. */
const declarations = isBuilt() ? join(PACKAGE, "dist") : folder;
const project = join(folder, "tsconfig.json");

beforeAll(() => {
  if (declarations === folder) emitDeclarations();
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(PACKAGE, "../../tsconfig.base.json"),
      compilerOptions: { types: [], lib: ["es2024", "dom"] },
      files: Object.keys(APIS).map((one) => join(declarations, one, "index.d.ts")),
    }),
  );
}, 120_000);

function emitDeclarations(): void {
  const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
  execFileSync(process.execPath, [
    join(dirname(typescript), "bin/tsc"),
    "-p",
    `${PACKAGE}tsconfig.build.json`,
    "--outDir",
    declarations,
    "--composite",
    "false",
    "--incremental",
    "false",
    "--tsBuildInfoFile",
    "null",
  ]);
}

describe.each(Object.entries({ auth, backtest, curation, node }))("%s", (api, texts) => {
  test("documents the doc comments of routes and fields that an editor shows", () => {
    expect(texts, HINT).toEqual(textsOf(api));
  });

  test("keeps every comment in its declaration files", () => {
    const file = join(declarations, api, "index.d.ts");
    expect(textsOf(api, project, file)).toEqual(texts);
  });

  test("has a comment on every route and every field", () => {
    const empty = Object.values(texts).flatMap((own) =>
      Object.keys(own).filter((place) => own[place] === ""),
    );
    expect(empty).toEqual([]);
  });
});

test.each(Object.entries(documents()))(
  "every parameter and every property in %s is described",
  (_, document) => {
    expect(undescribedIn(document, "")).toEqual([]);
  },
);

/** The places of parameters and properties without a description. */
function undescribedIn(node: unknown, place: string): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties, name, schema, description } = node as Readonly<Record<string, unknown>>;
  const own = Object.entries(properties ?? {}).flatMap(([property, written]) =>
    "description" in (written as object) ? [] : [`${place}.${property}`],
  );
  const isParameter = typeof name === "string" && schema !== undefined;
  if (isParameter && description === undefined) own.push(`${place} ${name}`);
  const inner = Object.entries(node).filter(([key]) => key !== "example");
  return [...own, ...inner.flatMap(([key, value]) => undescribedIn(value, `${place}/${key}`))];
}
