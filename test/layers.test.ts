/**
 * The import table of the house: who may know whom. Core knows no HTTP, contract knows no core, client knows only
 * contract, servers wire and alone read the environment. Inside a package an import between folders goes down, never
 * up. See ARCHITECTURE.md.
 */
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { bundledPackages } from "../scripts/bundled-packages.mjs";
import { folderCircles } from "./support/import-circles.ts";
import { codeOf, importsOf, packageOf, packages, sources } from "./support/workspace.ts";

/** A package whose build contains what it imports needs none of it when it is installed. */
const BUNDLED = bundledPackages();

const CORES = ["auth-core", "curation-core", "trading-core", "node-core"];
const named = (...names: string[]): string[] => names.map((name) => `@bourse/${name}`);

/** Workspace packages that a package may import, by its folder. */
function allowed(folder: string): string[] | "all" {
  const name = folder.split("/").at(-1) ?? "";
  if (folder.startsWith("servers/")) return "all";
  // The command knows the servers and all below them.
  if (name === "cli") return "all";
  if (name === "kernel" || name === "contract" || name === "indicators") return [];
  if (name === "backtest-engine") return named("kernel", "indicators");
  if (name === "outbox") return named("kernel");
  if (name === "credentials") return named("kernel", "outbox");
  if (name === "trading-core") return named("kernel", "backtest-engine", "outbox");
  if (CORES.includes(name)) return named("kernel", "credentials", "outbox");
  if (name === "client" || name === "documents") return named("contract");
  if (name === "mcp") return named("client", "contract", "documents", "kernel");
  if (name === "http") return named("contract", "kernel");
  if (name === "sockets") return named("kernel", "http");
  if (name === "conformance") {
    return named("contract", "kernel", "backtest-engine", "trading-core", "node-core", "mock");
  }
  if (name === "handlers") {
    return named("contract", "kernel", "credentials", "backtest-engine", ...CORES);
  }
  if (name === "mock") {
    return named(
      "contract",
      "handlers",
      "kernel",
      "credentials",
      "outbox",
      "sockets",
      "backtest-engine",
      ...CORES,
    );
  }
  if (name === "store") return named("kernel", "store-lowdb", "store-postgres", "store-sqlite");
  if (name.startsWith("exchange-"))
    return named("kernel", "exchange-http", "backtest-engine", ...CORES);
  if (folder.startsWith("packages/adapters/")) return named("kernel", "backtest-engine", ...CORES);
  return [];
}

/** Modules that carry HTTP or sockets: none of them belongs into a core or the kernel. */
const NETWORK =
  /^(node:)?(http|https|http2|net|tls|dgram)$|^(undici|polka|ws|express|fastify|hono)$/;

describe.each(packages())("$folder", ({ folder, manifest }) => {
  const files = sources(`${folder}/src`);
  const imports = files.flatMap((file) =>
    importsOf(file).map((specifier) => ({ file, specifier, from: packageOf(specifier) })),
  );

  test("imports only the layers below it", () => {
    const table = allowed(folder);
    if (table === "all") return;
    const foreign = imports.filter(
      ({ from }) => from.startsWith("@bourse/") && from !== manifest.name && !table.includes(from),
    );
    expect(foreign).toEqual([]);
  });

  test("declares what it imports, and imports it by its published name", () => {
    const declared = new Set([
      manifest.name,
      ...Object.keys(manifest.dependencies ?? {}),
      ...Object.keys(manifest.peerDependencies ?? {}),
      ...(BUNDLED.has(manifest.name) ? Object.keys(manifest.devDependencies ?? {}) : []),
    ]);
    const undeclared = imports.filter(
      ({ specifier, from }) =>
        !specifier.startsWith(".") && !specifier.startsWith("node:") && !declared.has(from),
    );
    const outside = imports.filter(
      ({ file, specifier }) =>
        specifier.startsWith(".") && !join(file, "..", specifier).startsWith(`${folder}/`),
    );
    expect({ undeclared, outside }).toEqual({ undeclared: [], outside: [] });
  });

  test("is installed with the packages of the workspace that it imports, or contains them", () => {
    expect(BUNDLED.has(manifest.name)).toBe(folder === "packages/mock");
  });

  test("its manifest asks for no workspace package above it", () => {
    const table = allowed(folder);
    if (table === "all") return;
    const asked = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    const above = asked.filter((name) => name.startsWith("@bourse/") && !table.includes(name));
    expect(above).toEqual([]);
  });
});

test.each(packages())("$folder has no import that runs up between its folders", ({ folder }) => {
  const circles = folderCircles(folder);
  expect(circles, circles.map((folders) => folders.join(", ")).join("\n")).toEqual([]);
});

/** The processes of commands, which read the environment as a server's does. */
const COMMANDS = ["packages/cli/src/command-line.ts", "packages/mcp/src/command-line.ts"];

test.each(packages().filter(({ folder }) => !folder.startsWith("servers/")))(
  "$folder does not read the environment",
  ({ folder }) => {
    const own = sources(`${folder}/src`).filter((file) => !COMMANDS.includes(file));
    const readers = own.filter((file) => /\bprocess\.env\b/.test(codeOf(file)));
    expect(readers).toEqual([]);
  },
);

test.each(packages().filter(({ folder }) => isCore(folder)))(
  "$folder knows no network",
  ({ folder }) => {
    const network = sources(`${folder}/src`).flatMap((file) =>
      importsOf(file).filter((specifier) => NETWORK.test(specifier)),
    );
    expect(network).toEqual([]);
  },
);

test("no server knows the command", () => {
  const knowing = packages()
    .filter(({ folder }) => folder.startsWith("servers/"))
    .flatMap(({ folder }) => sources(`${folder}/src`))
    .filter((file) => importsOf(file).some((specifier) => packageOf(specifier) === "@bourse/cli"));
  expect(knowing).toEqual([]);
});

function isCore(folder: string): boolean {
  return ["kernel", "credentials", "indicators", "backtest-engine", ...CORES].some(
    (name) => folder === `packages/${name}`,
  );
}

test("the kernel depends on what Web platforms lack, and the contract on zod and Polka's router", () => {
  const byName = new Map(packages().map(({ manifest }) => [manifest.name, manifest]));
  expect(Object.keys(byName.get("@bourse/kernel")?.dependencies ?? {})).toEqual([
    "@noble/hashes",
    "fflate",
  ]);
  expect(Object.keys(byName.get("@bourse/contract")?.dependencies ?? {})).toEqual([
    "trouter",
    "zod",
  ]);
});

test("who installs a part of one service gets no core of another", () => {
  const manifests = new Map(packages().map(({ manifest }) => [manifest.name, manifest]));
  /** Cores that npm installs with a package: optional peers are not among them. */
  const coresWith = (name: string): string[] => {
    const {
      dependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = manifests.get(name) ?? {};
    const peers = Object.keys(peerDependencies).filter(
      (peer) => peerDependenciesMeta[peer]?.optional !== true,
    );
    const own = [...Object.keys(dependencies), ...peers].filter((one) => manifests.has(one));
    const cores = own.filter((one) => CORES.some((core) => one === `@bourse/${core}`));
    return [...new Set([...cores, ...own.flatMap(coresWith)])];
  };
  const shared = named("handlers", "conformance", "http", "sockets", "store", "mock", "client");
  expect(shared.flatMap(coresWith)).toEqual([]);
  expect(coresWith("@bourse/server-auth")).toEqual(named("auth-core"));
  expect(coresWith("@bourse/server-curation")).toEqual(named("curation-core"));
  expect(coresWith("@bourse/server-backtest")).toEqual(named("trading-core"));
  expect(coresWith("@bourse/server-node")).toEqual(named("node-core"));
});

test("examples import published entry points only", () => {
  const reaching = sources("examples").flatMap((file) =>
    importsOf(file)
      .filter(
        (specifier) => specifier.startsWith("..") || /^@bourse\/[^/]+\/(src|dist)/.test(specifier),
      )
      .map((specifier) => ({ file, specifier })),
  );
  expect(reaching).toEqual([]);
});
