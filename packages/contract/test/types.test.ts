/** The types of routes, as the compiler judges them: what must compile and what must not. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const holding = join(packageFolder, "test", "types", "holding.ts");
const cache = join(packageFolder, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "types-"));
const tsc = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin/tsc",
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINES = {
  "a call without a path parameter": `export const x: CallInput<One> = { params: { id: "" }, body: { name: "" } };`,
  "a call without its body": `export const x: CallInput<One> = { params: { id: "", part: "" } };`,
  "a query number as text": `export const x: CallInput<One> = { params: { id: "", part: "" }, query: { limit: "5" }, body: { name: "" } };`,
  "a handler that reads a query that is not declared": `export const x: Handler<One> = ({ query }) => ({ a: String(query.other) });`,
  "a handler that takes a default for possibly missing": `export const x = (input: HandlerInput<One>): undefined => input.body.size;`,
  "a handler's data under the wrong status": `export const x: Handler<One> = () => reply(201, { a: "x" });`,
  "a handler's undeclared status": `export const x: Handler<One> = () => reply(204, { b: 1 });`,
  "a handler's data of the wrong type": `export const x: Handler<One> = () => 5;`,
  "a success read without its status": `export const x = (success: Success<One>): string => success.data.a;`,
  "an error code that is not declared": `export const x: One["codes"] = "NOT_FOUND";`,
  "a path parameter without a schema": `export const x = route("GET", "/things/:id", { responses: { 200: z.string() } });`,
  "a schema for another path parameter": `export const x = route("GET", "/:id", { params: z.object({ name: z.string() }), responses: { 200: z.null() } });`,
  "a method that does not exist": `export const x = route("FETCH", "/x", { responses: { 200: z.null() } });`,
} as const;

/** The compiler's errors by file. */
const errors = new Map<string, string[]>();

beforeAll(() => {
  const source = relative(folder, join(packageFolder, "src/index.ts"));
  const head = `import * as z from "zod";
import { reply, route, type CallInput, type Handler, type HandlerInput, type Success } from "${source}";
import type { One } from "${relative(folder, holding)}";
export type Used = [typeof z, typeof reply, typeof route, CallInput<One>, Handler<One>, HandlerInput<One>, Success<One>];
`;
  const files = Object.values(LINES).map((line, at) => {
    const file = join(folder, `line-${at}.ts`);
    writeFileSync(file, head + line);
    return file;
  });
  writeFileSync(join(folder, "head.ts"), head);
  const config = join(folder, "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: relative(folder, join(packageFolder, "../../tsconfig.base.json")),
      compilerOptions: { noEmit: true, types: ["node"], lib: ["es2024", "dom", "dom.iterable"] },
      files: [holding, join(folder, "head.ts"), ...files],
    }),
  );
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", config, "--pretty", "false"], {
    encoding: "utf8",
    cwd: folder,
  });
  for (const line of stdout.split("\n")) {
    const [, file, message] = /^(\S+\.ts)\(\d+,\d+\): error (.*)$/.exec(line) ?? [];
    if (file === undefined || message === undefined) continue;
    const name = file.split("/").at(-1) ?? "";
    errors.set(name, [...(errors.get(name) ?? []), message]);
  }
});

test("what holds of a route's types compiles", () => {
  expect(errors.get("holding.ts") ?? []).toEqual([]);
  expect(errors.get("head.ts") ?? [], "the imports of the lines below").toEqual([]);
});

test.each(Object.keys(LINES).map((name, at) => [name, `line-${at}.ts`]))(
  "%s does not compile",
  (_, file) => {
    expect(errors.get(file)).toBeDefined();
  },
);
