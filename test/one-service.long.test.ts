/** The packages that npm installs for one service, and the sentences that name those that are not installed. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { installedPackages, type InstalledPackage } from "../scripts/installed-packages.mjs";
import { childVariables } from "./support/child-variables.ts";
import { openPublishedFolder, type OutsideFolder } from "./support/outside-folder.ts";
import { isLongRun } from "./support/rounds.ts";

const POSTGRES = "postgres://ann:hunter2@127.0.0.1:1/bourse";

let outside: OutsideFolder;
const places = new Map<string, string>();

/** The folder with these packages in it, which several tests look at. */
function install(...names: readonly string[]): string {
  const app = names.join("+").replaceAll("/", "-");
  const place = places.get(app) ?? outside.install(app, names);
  places.set(app, place);
  return place;
}

/** Runs a program of an installed package. */
function run(place: string, file: string, words: readonly string[], variables: object) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
    cwd: place,
    encoding: "utf8",
    env: { ...childVariables(), ...variables },
    timeout: 60_000,
  });
  return { status, output: stdout + stderr };
}

/** The start of a server, and its doctor by a command that is installed beside it. */
function startAndDoctor(service: string, variables: object): readonly ReturnType<typeof run>[] {
  const place = install(`@bourse/server-${service}`, "@bourse/cli");
  const command = join(place, "node_modules/@bourse/cli/dist/main.js");
  const inPlace = { DATA_DIR: join(place, "data"), ...variables };
  return [
    run(place, serverAt(place, service), [], inPlace),
    run(place, command, [service, "doctor"], inPlace),
  ];
}

function serverAt(place: string, service: string): string {
  return join(place, `node_modules/@bourse/server-${service}/dist/main.js`);
}

/** The error of an import in a folder; the names of the module's exports when there is none. */
function imported(place: string, specifier: string): string {
  writeFileSync(
    join(place, "import.mjs"),
    `await import("${specifier}").then((module) => console.log(Object.keys(module).join(" ")), ({ message }) => console.log(message));`,
  );
  return run(place, "import.mjs", [], {}).output;
}

function weigh(packages: readonly InstalledPackage[]) {
  return {
    names: packages.map(({ name }) => name),
    megabytes: packages.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
  };
}

describe.skipIf(!isLongRun)("who mounts one service", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    outside = await openPublishedFolder();
  }, 600_000);
  afterAll(() => outside.close(), 600_000);

  test("installs the auth server with at most 25 MB in 60 packages, and without another core", () => {
    const place = install("@bourse/server-auth");
    const { names, megabytes } = weigh(installedPackages(place));
    expect(megabytes).toBeLessThanOrEqual(25);
    expect(names.length).toBeLessThanOrEqual(60);
    expect(names).toContain("@bourse/auth-core");
    for (const name of ["curation-core", "node-core", "trading-core", "backtest-engine"]) {
      expect(names).not.toContain(`@bourse/${name}`);
    }
    expect(names).not.toContain("ethers");
    expect(names).not.toContain("pg");
  });

  test("installs the backtest server without ethers, PostgreSQL's driver and NATS's client", () => {
    const place = install("@bourse/server-backtest");
    const { names, megabytes } = weigh(installedPackages(place));
    expect(names).toContain("@bourse/trading-core");
    for (const name of ["ethers", "pg", "@nats-io/transport-node", "ccxt", "@bourse/auth-core"]) {
      expect(names).not.toContain(name);
    }
    expect(megabytes).toBeLessThanOrEqual(36);
  });

  test("adds at most 15 MB to an Express app that mounts the routes of auth", () => {
    const [bare, mounted] = [
      install("express"),
      install("express", "@bourse/handlers", "@bourse/auth-core"),
    ].map((place) => weigh(installedPackages(place)));
    expect(mounted!.megabytes - bare!.megabytes).toBeLessThanOrEqual(15);
    expect(mounted!.names).not.toContain("ethers");
  });

  test("is told by the routes of another service which package they lack", () => {
    const place = install("express", "@bourse/handlers", "@bourse/auth-core");
    expect(imported(place, "@bourse/handlers/auth")).toContain("bindAuthApi");
    for (const [service, core] of [
      ["curation", "curation-core"],
      ["backtest", "backtest-engine"],
      ["node", "node-core"],
    ]) {
      const said = imported(place, `@bourse/handlers/${service}`);
      expect(said).toContain(`Cannot find package '@bourse/${core}' imported from `);
    }
  });

  test("gets the command beside a server without the cores of the others", () => {
    const names = weigh(installedPackages(install("@bourse/server-auth", "@bourse/cli"))).names;
    for (const name of ["@bourse/node-core", "@bourse/curation-core", "ethers", "pg"]) {
      expect(names).not.toContain(name);
    }
  });

  test("gets the suites of all services without a core, and those of ports with theirs", () => {
    const place = install("@bourse/conformance");
    for (const service of ["auth", "backtest", "curation", "node"]) {
      const suite = imported(place, `@bourse/conformance/${service}`);
      expect(suite).toContain(`${service}Conformance`);
    }
    expect(imported(place, "@bourse/conformance/store")).toContain("storeConformance");
    expect(imported(place, "@bourse/conformance/peers")).toContain("'@bourse/node-core'");
    const command = join(place, "node_modules/@bourse/conformance/dist/main.js");
    const { output } = run(place, command, ["auth", "--url", "http://127.0.0.1:1"], {});
    expect(output).toContain("fetch failed");
    expect(output).toMatch(/^0 passed, /mu);
  });

  test.each(["auth", "curation", "backtest", "node"])(
    "is told by the %s server, at its start and by doctor, that PostgreSQL is a package of its own",
    (service) => {
      const sentence =
        "needs the package @bourse/store-postgres, which is not installed: run npm install @bourse/store-postgres.";
      for (const { status, output } of startAndDoctor(service, { STORE_URL: POSTGRES })) {
        expect(status, output).toBe(1);
        expect(output).toContain(sentence);
        expect(output).not.toContain("hunter2@");
      }
    },
  );

  test("gets PostgreSQL by the package that the sentence names", () => {
    const place = install("@bourse/server-auth", "@bourse/store-postgres");
    const variables = { STORE_URL: POSTGRES, DATA_DIR: join(place, "data") };
    const { status, output } = run(place, serverAt(place, "auth"), [], variables);
    expect([status, output]).toEqual([1, expect.stringContaining("ECONNREFUSED 127.0.0.1:1")]);
  });

  test("is told by the backtest server, at its start and by doctor, that NATS is a package of its own", () => {
    const variables = { BUS_URL: "nats://127.0.0.1:1", STORE_URL: POSTGRES };
    for (const { status, output } of startAndDoctor("backtest", variables)) {
      expect(status, output).toBe(1);
      expect(output).toContain(
        "The bus of BUS_URL needs the package @bourse/bus-nats, which is not installed: run npm install @bourse/bus-nats.",
      );
    }
  });
});
