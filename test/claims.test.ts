/**
 * READMEs and the other documents name what exists: files, scripts, packages, error codes, settings and their defaults.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { describe, expect, test } from "vitest";

import { authEnvironment } from "../servers/auth/src/environment.ts";
import { backtestEnvironment } from "../servers/backtest/src/environment.ts";
import { curationEnvironment } from "../servers/curation/src/environment.ts";
import { nodeEnvironment } from "../servers/node/src/environment.ts";
import { root } from "./support/workspace.ts";

interface Manifest {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const documents = files.filter((file) => file.endsWith(".md") && !file.startsWith(".changeset/"));
const paths = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
const manifests = files
  .filter((file) => /^(?:[\w-]+\/)*package\.json$/.test(file))
  .map((file) => JSON.parse(read(file)) as Manifest);
const packages = new Map(manifests.map((manifest) => [manifest.name, manifest]));
const code = files.filter((file) => /\.(?:ts|mjs)$/.test(file));
const sources = code.filter((file) => file.includes("/src/"));

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** The texts in backticks. */
function codesIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? "");
}

/** The findings of `find` in all documents, each with its document. */
function found(find: (text: string, document: string) => readonly string[]): string[] {
  return documents.flatMap((document) =>
    find(read(document), document).map((item) => `${document}: ${item}`),
  );
}

test("every link to a file leads to one", () => {
  const dead = found((text, document) =>
    [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target]) => target ?? "")
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter(
        (target) => !paths.has(normalize(join(dirname(document), target)).replace(/\/$/, "")),
      ),
  );
  expect(dead).toEqual([]);
});

/** Anchors of the headings of a document, as GitHub and the documentation site make them. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every link to a section leads to one", () => {
  const dead = found((text, document) =>
    [...text.matchAll(/\]\(((?![a-z]+:)[^)#\s]*)#([^)]+)\)/g)]
      .filter(([, target, anchor = ""]) => {
        const file = target ? normalize(join(dirname(document), target)) : document;
        return !paths.has(file) || !anchorsOf(read(file)).includes(anchor);
      })
      .map(([link]) => link),
  );
  expect(dead).toEqual([]);
});

test("every file and folder that is named exists, seen from the root, from its package or by its end", () => {
  const exists = (name: string, document: string): boolean =>
    paths.has(name) ||
    paths.has(normalize(join(dirname(document), name))) ||
    files.some((file) => file.endsWith(`/${name}`));
  const isPath = (code: string): boolean =>
    /^(?:packages|servers|test|docs\/decisions|scripts|apps|bench|examples|solidity)(?:\/[\w.@-]+)+\/?$/.test(
      code,
    ) || /^(?:[\w-]+\/)*[\w.-]+\.(?:ts|mjs|md|sol)$/.test(code);
  const missing = found((text, document) =>
    codesIn(text).filter((code) => isPath(code) && !exists(code.replace(/\/$/, ""), document)),
  );
  expect(missing).toEqual([]);
});

test("every script that is named exists", () => {
  const hasScript = (name: string, of: readonly Manifest[] = manifests): boolean =>
    of.some(({ scripts }) => scripts?.[name] !== undefined);
  const missing = found((text) => [
    ...[...text.matchAll(/p?npm (?:-s )?run (?:-s )?([\w:-]+)/g)]
      .filter(([, name]) => !hasScript(name ?? ""))
      .map(([line]) => line),
    ...[...text.matchAll(/--filter (@bourse\/[\w-]+) ([\w:-]+)/g)]
      .filter(([, of, name]) => !hasScript(name ?? "", [packages.get(of) ?? {}]))
      .map(([line]) => line),
  ]);
  expect(missing).toEqual([]);
});

test("every package and subpath that is named exists, but in the list of what moved", () => {
  const missing = found((text) =>
    [
      ...text
        .replace(/^\| Imported until now from[^]*?\n\n/mu, withoutFirstColumn)
        .matchAll(/@bourse\/([\w-]+)((?:\/[\w-]+)*)/g),
    ]
      .filter(([, name]) => name !== "source")
      .filter(([, name, subpath]) => {
        const found = packages.get(`@bourse/${name}`);
        return (
          found === undefined || (subpath !== "" && found.exports?.[`.${subpath}`] === undefined)
        );
      })
      .map(([name]) => name),
  );
  expect(missing).toEqual([]);
});

function withoutFirstColumn(table: string): string {
  return table.replaceAll(/^\|[^|]*\|/gmu, "|");
}

test("every error code and variable that is named exists", () => {
  const known = new Set(
    code
      .map(read)
      .join("\n")
      .match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g),
  );
  const missing = found((text) =>
    codesIn(text).filter((code) => /^[A-Z]+(?:_[A-Z]+)+$/.test(code) && !known.has(code)),
  );
  expect(missing).toEqual([]);
});

test.each([
  "packages/auth-core",
  "packages/backtest-engine",
  "packages/client",
  "packages/contract",
  "packages/credentials",
  "packages/curation-core",
  "packages/http",
  "packages/node-core",
])("the README of %s names every error code of its union", (folder) => {
  const text = read(`${folder}/README.md`);
  const codes = read(`${folder}/src/errors.ts`).matchAll(
    /^ +(?:readonly )?([A-Z][A-Z0-9_]+)\??:|\| "([A-Z0-9_]+)"/gm,
  );
  const missing = [...codes].map(([, key, word]) => key ?? word ?? "");
  expect(missing.length).toBeGreaterThan(2);
  expect(missing.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(text))).toEqual([]);
});

test("the README of server-curation names every code of its routes with its status", () => {
  const text = read("servers/curation/README.md");
  const rows = sources
    .filter((file) => file.startsWith("packages/contract/src/curation/"))
    .flatMap((file) => [...read(file).matchAll(/\b([A-Z][A-Z_]+): ([45]\d\d)\b/g)]);
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows
    .map(([, code, status]) => [code, status])
    .filter(([code, status]) => !new RegExp(String.raw`\b${code}\b[^;.]*\b${status}\b`).test(text));
  expect(missing).toEqual([]);
});

/**
 * The rows of tables: the names in the first cell, and the values in the second, one for each name where they are as
 * many.
 */
function rowsOf(text: string): [name: string, value: string][] {
  return [...text.matchAll(/^\| (`[^|]+`) +\| ([^|]*?) +\|/gm)].flatMap(([, names, cell]) => {
    const all = codesIn(names ?? "");
    const values = (cell ?? "").replaceAll("`", "").split(/, +/);
    return all.map((name, at): [string, string] => [
      name,
      (values.length === all.length ? values[at] : undefined) ??
        (all.length === 1 ? cell : "") ??
        "",
    ]);
  });
}

const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** A number as documents write it, such as `65,535`, `64 MiB` or `0 (for ever)`; undefined for other texts. */
function numberIn(text: string): number | undefined {
  const plain = text
    .replaceAll(/[`,]/g, "")
    .replace(/\(.*\)$/, "")
    .trim();
  const [, digits, unit] = /^(-?\d+(?:\.\d+)?)(?: (KiB|MiB|GiB))?$/.exec(plain) ?? [];
  return digits === undefined ? undefined : Number(digits) * (UNITS[unit ?? ""] ?? 1);
}

/** A number as code writes it, such as `4 * 2 ** 30`. */
function valueOf(text: string): number {
  const factors = text.replaceAll("_", "").split(" * ");
  const powers = factors.map((factor) => factor.split(" ** ").map(Number));
  return powers.reduce((product, [base = 1, exponent = 1]) => product * base ** exponent, 1);
}

/** Settings whose default depends on the machine or on the chain, which the README words. */
const WORDED = new Set(["CONFIRMATIONS", "WORKERS"]);

/** Rows of variables. */
function settingsIn(document: string): [name: string, value: string][] {
  return rowsOf(read(document)).filter(([name]) => /^[A-Z][A-Z_0-9]+$/.test(name));
}

describe("the settings in the page of all servers and in the README of", () => {
  test.each([
    ["auth", authEnvironment],
    ["backtest", backtestEnvironment],
    ["curation", curationEnvironment],
    ["node", nodeEnvironment],
  ] as const)("server-%s exist and have the defaults that it tells", (server, environment) => {
    const variables: Readonly<Record<string, { parse: (text: undefined) => unknown }>> =
      environment;
    const own = settingsIn(`servers/${server}/README.md`);
    expect(own.map(([name]) => name).filter((name) => variables[name] === undefined)).toEqual([]);
    const common = settingsIn("deploy/README.md").filter(([name]) => variables[name] !== undefined);
    const rows = [...own, ...common];
    expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(variables).toSorted());
    const told = rows.flatMap(([name, value]) => {
      const real = variables[name]?.parse(undefined);
      if (WORDED.has(name)) return [];
      if (typeof real === "number") return [[name, numberIn(value) ?? value, real]];
      if (typeof real === "boolean" || typeof real === "string") {
        return [[name, value.replaceAll("`", ""), String(real)]];
      }
      return [];
    });
    expect(told.map(([name, value]) => [name, value])).toEqual(
      told.map(([name, , real]) => [name, real]),
    );
  });
});

test("every numeric default of an option that a README tells is that of the code", () => {
  const wrong = documents
    .filter((document) => /^packages\/.*README\.md$/.test(document))
    .flatMap((document) => {
      const folder = `${dirname(document)}/src/`;
      const shared = ["packages/credentials/src/", "packages/adapters/exchange-http/src/"];
      const code = sources
        .filter((file) => [folder, ...shared].some((start) => file.startsWith(start)))
        .map(read)
        .join("\n");
      const text = read(document);
      const inline = [...text.matchAll(/\b([a-z][A-Za-z]+) \(([\d,.]+)\)/g)].map(
        ([, name, value]): [string, string] => [name ?? "", value ?? ""],
      );
      return [...rowsOf(text), ...inline].flatMap(([name, value]) => {
        const told = numberIn(value);
        const real = [
          ...code.matchAll(
            new RegExp(
              String.raw`\b${name}: (?:\w+\(\{[^}]*default: )?([\d_.]+(?: \*\*? [\d_.]+)*)`,
              "g",
            ),
          ),
        ].map(([, digits]) => valueOf(digits ?? ""));
        if (told === undefined || real.length === 0 || real.includes(told)) return [];
        return [`${document}: ${name} ${value}, in the code ${real.join(" or ")}`];
      });
    });
  expect(wrong).toEqual([]);
});

test("no published source refers to documents that its readers do not have", () => {
  const foreign = /\bseed,? (?:part|00\d)|published document/i;
  const published = sources.filter((file) => /^(?:packages|servers|apps)\//.test(file));
  const referring = published.filter((file) => foreign.test(read(file)));
  expect(referring).toEqual([]);
});

test.each([
  [
    "servers/node",
    "packages/node-core/src/idempotency/idempotency.ts",
    /IDEMPOTENCY_SECONDS[^=]*= ([^;]+);/,
    1,
  ],
  [
    "servers/backtest",
    "packages/trading-core/src/jobs/idempotency.ts",
    /LifetimeMilliseconds[^=]*= ([^;]+);/,
    1000,
  ],
] as const)(
  "the README of %s tells for how many hours an idempotency key is kept",
  (server, source, constant, second) => {
    const hours = valueOf(constant.exec(read(source))?.[1] ?? "") / second / 3600;
    const text = read(`${server}/README.md`).replaceAll("\n", " ");
    expect(text).toMatch(new RegExp(String.raw`For ${hours} hours, [^.;]*\`Idempotency-Key\``));
  },
);
