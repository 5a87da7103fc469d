/** The example in the hover of every call, as a program that an app could contain: the compiler takes all of them. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { isLongRun } from "../../../test/support/rounds.ts";
import { CLIENTS, openClientProject } from "./method-members.ts";

const membersOf = openClientProject();

const cache = join(import.meta.dirname, "../node_modules/.cache");
mkdirSync(cache, { recursive: true });
// Inside the package, so that its own name is resolved.
const folder = mkdtempSync(join(cache, "hover-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tsc = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin/tsc",
);

/** The examples of all calls of a client, each in a function of its own. */
function programOf(
  file: string,
  create: string,
): { readonly source: string; readonly count: number } {
  const { checker, members } = membersOf(file, create);
  const functions = members.flatMap((member) =>
    member
      .getJsDocTags(checker)
      .filter(({ name }) => name === "example")
      .map(
        ({ text = "" }) =>
          `export async function ${member.name}(client: Client): Promise<void> {\n${text}\n}\n`,
      ),
  );
  const path = join(import.meta.dirname, "../src", file);
  const head = `import type { ${create} } from ${JSON.stringify(path)};\ntype Client = ReturnType<typeof ${create}>;\n`;
  return { source: head + functions.join(""), count: functions.length };
}

/** The complaints of the compiler about the programs of a folder; empty when it takes them. */
function complaintsAbout(name: string, programs: Readonly<Record<string, string>>): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (const [file, source] of Object.entries(programs)) writeFileSync(join(place, file), source);
  const compilerOptions = { noEmit: true, types: [], lib: ["es2024", "dom", "dom.iterable"] };
  const config = {
    extends: join(import.meta.dirname, "../../../tsconfig.base.json"),
    compilerOptions,
    include: ["*.ts"],
  };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config));
  try {
    execFileSync(process.execPath, [tsc, "-p", join(place, "tsconfig.json")], { encoding: "utf8" });
    return "";
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

test.skipIf(!isLongRun)(
  "every example of a call compiles against the client that shows it",
  () => {
    const programs = CLIENTS.map(([file, create]) => [create, programOf(file, create)] as const);
    const total = programs.reduce((sum, [, { count }]) => sum + count, 0);
    expect(total).toBeGreaterThan(120);
    const sources = Object.fromEntries(
      programs.map(([create, { source }]) => [`${create}.ts`, source]),
    );
    expect(complaintsAbout("all", sources)).toBe("");
  },
  120_000,
);

test.skipIf(!isLongRun)(
  "an example with a wrong field, a wrong type or a call that does not exist is found",
  () => {
    const { source } = programOf("auth/auth-client.ts", "createAuthClient");
    const wrong = [
      'client.login({ body: { email: "ada@example.com", pasword: "x" } })',
      "client.login({ body: { email: 1, password: 2 } })",
      "client.logIn()",
    ];
    for (const [at, call] of wrong.entries()) {
      const broken = `${source}export const broken = (client: Client): unknown => ${call};\n`;
      expect(complaintsAbout(`wrong-${at}`, { "broken.ts": broken })).toMatch(/error TS\d+/);
    }
  },
  120_000,
);
