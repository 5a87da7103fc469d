/** Weight of what an app installs to test against a mock, by npm from the packed tarballs into an empty folder. */

import { spawnSync } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openPublishedFolder, type OutsideFolder } from "../../../test/support/outside-folder.ts";
import { isLongRun } from "../../../test/support/rounds.ts";

const MSW = "msw@3.0.5";
const BAR_BYTES = 15_000_000;
const BLOCK_BYTES = 4096;

/** A play for each service; each ends with a word that only its core can have said. */
const PLAYS = {
  auth: `
    import { createAuthMock } from "@bourse/mock/auth";
    const mock = await createAuthMock({ hashing: "real" });
    const { email } = await mock.scenario("keys");
    const wrong = await mock.core().accounts.login({ email, password: "not this one" }).catch((error) => error);
    await mock.close();
    console.log(wrong.code);`,
  backtest: `
    import { createBacktestMock } from "@bourse/mock/backtest";
    const mock = await createBacktestMock();
    const { completed } = await mock.scenario("history");
    const { status } = await (await mock.fetch(mock.baseUrl + "/api/jobs/" + completed)).json();
    await mock.close();
    console.log(status);`,
  curation: `
    import { createCurationMock } from "@bourse/mock/curation";
    const mock = await createCurationMock();
    const { author } = await mock.scenario("examples");
    await mock.close();
    console.log(author.username);`,
  node: `
    import { createNodeMock } from "@bourse/mock/node";
    const mock = await createNodeMock();
    const { share } = await mock.scenario("examples");
    await mock.close();
    console.log(share.length);`,
  network: `
    import { createAuthMock } from "@bourse/mock/auth";
    import { mockNetwork } from "@bourse/mock/network";
    const network = mockNetwork([await createAuthMock()]);
    network.enable();
    const { status } = await fetch("http://auth.mock/health");
    network.disable();
    console.log(status);`,
} as const;

const SAID: Readonly<Record<keyof typeof PLAYS, string>> = {
  auth: "INVALID_CREDENTIALS",
  backtest: "completed",
  curation: "example-author",
  node: "64",
  network: "200",
};

/** An error of a mock's core, in the eyes of an app that has packages of its own. */
const TOLD_APART = `
  import { AuthError } from "@bourse/auth-core";
  import { hasCode, isBourseError } from "@bourse/kernel";
  import { createAuthMock } from "@bourse/mock/auth";
  const mock = await createAuthMock();
  const login = { email: "ada@example.com", password: "correct horse battery" };
  const error = await mock.core().accounts.login(login).catch((thrown) => thrown);
  console.log(isBourseError(error), hasCode(error, "INVALID_CREDENTIALS"), error instanceof AuthError);`;

/** A program of an app that has the cores too: their types and those of the mocks are one. */
const TYPED = `
  import type { AuthCore } from "@bourse/auth-core";
  import { type CandleProvider } from "@bourse/trading-core/market-data";
  import type { ManualClock } from "@bourse/kernel";
  import { createAuthMock } from "@bourse/mock/auth";
  import { createBacktestMock } from "@bourse/mock/backtest";
  import { setupServer } from "msw/node";
  export const auth = await createAuthMock();
  export const core: AuthCore = auth.core();
  export const clock: ManualClock = auth.clock;
  declare const candles: CandleProvider;
  export const backtest = await createBacktestMock({ candles });
  setupServer(...auth.handlers, ...backtest.handlers);
  // @ts-expect-error: no such operation
  auth.fault("logn", { status: 500 });
  auth.override("login", () => {
    throw new Error("no login today");
  });`;

const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2023",
    lib: ["es2024", "dom", "esnext.disposable"],
    types: ["node"],
    noEmit: true,
    skipLibCheck: false,
  },
  files: ["app.ts"],
};

describe.skipIf(!isLongRun)("an app that tests against a mock", { timeout: 300_000 }, () => {
  let outside: OutsideFolder;
  let place: string;

  beforeAll(async () => {
    outside = await openPublishedFolder();
    place = outside.install("mocked", ["@bourse/mock", MSW]);
  }, 600_000);
  afterAll(() => outside.close());

  test("installs at most 15 MB more than one that has msw alone, by bytes and on disk", () => {
    const [bare, mocked] = [outside.install("bare", [MSW]), place].map((folder) =>
      weigh(join(folder, "node_modules")),
    );
    const bytes = mocked!.bytes - bare!.bytes;
    const onDisk = mocked!.onDisk - bare!.onDisk;
    expect({ bytes, onDisk }).toEqual({ bytes: atMost(BAR_BYTES), onDisk: atMost(BAR_BYTES) });
  });

  test("installs none of the packages behind the servers", () => {
    const names = ["ethers", "jose", "libp2p", "@bourse/kernel", "@bourse/http", "polka", "ccxt"];
    const installed = new Set(
      readdirSync(join(place, "node_modules"), { recursive: true, encoding: "utf8" }),
    );
    expect(names.filter((name) => installed.has(name))).toEqual([]);
  });

  test.each(Object.entries(PLAYS))("%s plays with what was installed", (name, play) => {
    expect(run(place, play)).toBe(`${SAID[name as keyof typeof PLAYS]}\n`);
  });

  test("knows the errors of a mock by their codes, and compiles with the cores beside it", () => {
    const both = outside.install("both", [
      "@bourse/mock",
      "@bourse/auth-core",
      "@bourse/kernel",
      "@bourse/trading-core",
      "@types/node@22",
      MSW,
    ]);
    expect(run(both, TOLD_APART)).toBe("true true false\n");
    writeFileSync(join(both, "app.ts"), TYPED);
    writeFileSync(join(both, "tsconfig.json"), JSON.stringify(STRICT));
    const tsc = join(import.meta.dirname, "../../../node_modules/.bin/tsc");
    const { status, stdout } = spawnSync(tsc, ["-p", "."], { cwd: both, encoding: "utf8" });
    expect(status, stdout).toBe(0);
  });
});

const atMost = (bar: number): unknown =>
  expect.toSatisfy((found: number) => found <= bar, `at most ${bar}`);

interface Weight {
  readonly bytes: number;
  /** Bytes of all blocks of 4 KiB, which most file systems have. */
  readonly onDisk: number;
}

function weigh(folder: string): Weight {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    onDisk: sizes.reduce((sum, size) => sum + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES, 0),
  };
}

/** Output of a module that runs in a folder to its end. */
function run(place: string, play: string): string {
  const file = join(place, "play.mjs");
  writeFileSync(file, play);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd: place, encoding: "utf8" });
  return stdout === "" ? stderr : stdout;
}
