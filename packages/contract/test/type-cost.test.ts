import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, expect, test } from "vitest";

const LIMIT_PER_ROUTE = 2500;
const ROUTES = 40;

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const cache = join(packageFolder, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
// Inside the package, so that the fixture's imports are resolved as the package's own.
const folder = mkdtempSync(join(cache, "type-cost-"));
const tsc = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin/tsc",
);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A table of `count` different routes, its handlers, and one typed use of each by a caller. */
function fixture(count: number): string {
  const numbers = Array.from({ length: count }, (_, at) => at);
  const source = relative(folder, join(packageFolder, "src/index.ts"));
  return `
import * as z from "zod";
import { defineApi, detail, q, route, type CallInput, type Handlers, type ResponseData, type TypesOf } from "${source}";
const api = defineApi({ id: "f", title: "f", version: "1", basePath: "", wire: detail, security: {}, routes: {
${numbers
  .map(
    (n) => `r${n}: route("POST", "/r${n}/:id${n}", {
  params: z.object({ id${n}: z.string() }),
  query: z.object({ limit${n}: q.integer({ max: 100 }).default(5), full: q.boolean().optional() }),
  body: z.object({ a${n}: z.string().min(1), b: z.int().default(1), c: z.number().optional(), d: z.enum(["x", "y"]), e: z.array(z.string()), f: z.record(z.string(), z.number()) }),
  responses: { 200: z.object({ g${n}: z.string(), h: z.int(), i: z.number().nullable(), j: z.array(z.object({ k${n}: z.number() })), l: z.boolean(), m: z.string() }) },
  errors: { E${n}: 404, BAD: 400 },
}),`,
  )
  .join("\n")}
} });
type Routes = typeof api.routes;
export const handlers: Handlers<Routes> = {
${numbers
  .map(
    (n) =>
      `r${n}: ({ params, query, body }) => ({ g${n}: params.id${n} + body.a${n}, h: query.limit${n}, i: null, j: [], l: true, m: "" }),`,
  )
  .join("\n")}
};
${numbers
  .map(
    (
      n,
    ) => `export const in${n}: CallInput<TypesOf<Routes["r${n}"]>> = { params: { id${n}: "" }, body: { a${n}: "", d: "x", e: [], f: {} } };
export const out${n} = (data: ResponseData<TypesOf<Routes["r${n}"]>>): string => data.g${n};`,
  )
  .join("\n")}
`;
}

/** Number of types that the compiler instantiates for a fixture. */
function instantiations(count: number): number {
  const file = join(folder, `routes-${count}.ts`);
  writeFileSync(file, fixture(count));
  writeFileSync(
    join(folder, `tsconfig-${count}.json`),
    JSON.stringify({
      extends: relative(folder, join(packageFolder, "../../tsconfig.base.json")),
      compilerOptions: { noEmit: true, types: [], lib: ["es2024", "dom", "dom.iterable"] },
      files: [file],
    }),
  );
  const config = join(folder, `tsconfig-${count}.json`);
  const output = execFileSync(process.execPath, [tsc, "-p", config, "--extendedDiagnostics"], {
    encoding: "utf8",
  });
  const found = /^Instantiations:\s+([\d,]+)/m.exec(output)?.[1];
  expect(found, output).toBeDefined();
  return Number(found?.replaceAll(",", ""));
}

test("a route, its handler and its call cost the compiler less than 2,500 instantiations", () => {
  const perRoute = (instantiations(2 * ROUTES) - instantiations(ROUTES)) / ROUTES;
  expect(perRoute).toBeGreaterThan(10);
  expect(perRoute).toBeLessThan(LIMIT_PER_ROUTE);
}, 60_000);
