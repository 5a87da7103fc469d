/** The cost of calls for an app's compiler, in types that it instantiates: a count, not a time. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { isLongRun } from "../../../test/support/rounds.ts";
import { operationsOf, SOURCES } from "../scripts/operations.ts";

const LIMIT_PER_ROUTE = 1500;

const cache = join(import.meta.dirname, "../node_modules/.cache");
mkdirSync(cache, { recursive: true });
// Inside the package, so that its own name is resolved.
const folder = mkdtempSync(join(cache, "type-cost-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tsc = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin/tsc",
);

/** The type of the client behind each entry point. */
const CLIENTS: Readonly<Record<string, readonly [entry: string, client: string]>> = {
  "auth/operations.ts": ["auth", "AuthClient"],
  "backtest/operations.ts": ["backtest", "BacktestClient"],
  "execution/operations.ts": ["execution", "ExecutionClient"],
  "research/operations.ts": ["research", "ResearchClient"],
  "curation/operations.ts": ["curation", "CurationClient"],
  "curation/admin-operations.ts": ["curation/admin", "CurationAdminClient"],
  "curation/draft-operations.ts": ["curation/drafts", "DraftsClient"],
  "curation/review-operations.ts": ["curation/review", "ReviewClient"],
};

const imports = Object.values(CLIENTS).map(
  ([entry, client]) =>
    `import type * as ${client}Names from "@bourse/client/${entry}";
declare const a${client}: ${client}Names.${client};\n`,
);
const used = Object.values(CLIENTS).map(([, client]) => `a${client}`);
const calls = Object.entries(CLIENTS).flatMap(([file, [, client]]) => {
  const source = SOURCES[file];
  return (source === undefined ? [] : operationsOf(source)).map(
    ([name, key]) => `
export async function ${client}_${key}(input: ${client}Names.${name}Input): Promise<unknown> {
  const data: ${client}Names.${name}Output = await a${client}.${key}(input);
  const reply = await a${client}.${key}.safe(input);
  return [data, reply.ok ? reply.status : reply.error.code];
}`,
  );
});

/** Number of types that the compiler instantiates for a page. */
function instantiations(name: string, page: string): number {
  writeFileSync(join(folder, `${name}.ts`), page);
  const config = join(folder, `tsconfig-${name}.json`);
  const compilerOptions = { noEmit: true, types: [], lib: ["es2024", "dom", "dom.iterable"] };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(import.meta.dirname, "../../../tsconfig.base.json"),
      compilerOptions,
      files: [`${name}.ts`],
    }),
  );
  const output = execFileSync(process.execPath, [tsc, "-p", config, "--extendedDiagnostics"], {
    encoding: "utf8",
  });
  return Number(/^Instantiations:\s+([\d,]+)/m.exec(output)?.[1]?.replaceAll(",", ""));
}

describe.skipIf(!isLongRun)("a page that calls every route", { timeout: 120_000 }, () => {
  test("compiles, at less than 1,500 instantiations a route", () => {
    const none = instantiations(
      "none",
      `${imports.join("")}export const all = [${used.join()}];\n`,
    );
    const all = instantiations("all", `${imports.join("")}${calls.join("\n")}\n`);
    expect(calls.length).toBeGreaterThan(80);
    const perRoute = (all - none) / calls.length;
    expect(perRoute).toBeGreaterThan(10);
    expect(perRoute).toBeLessThan(LIMIT_PER_ROUTE);
  });
});
