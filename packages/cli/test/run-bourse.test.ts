/** `bourse` as a process, in a project that has some of its packages. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { childVariables } from "../../../test/support/child-variables.ts";
import { packages, readJson, root } from "../../../test/support/workspace.ts";

const FLAGS = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
const MAIN = "cli/src/main.ts";

/** Packages that every installation of the command has. */
const OWN = Object.keys(
  readJson<{ dependencies: object }>("packages/cli/package.json").dependencies,
);

/** Version of a package of the workspace. */
const versionIn = (folder: string): string =>
  readJson<{ version: string }>(join(folder, "package.json")).version;

/** Folders of the workspace by the names of their packages. */
const FOLDERS = new Map(packages().map(({ folder, manifest }) => [manifest.name, folder]));

/** A project with the command, the packages that it depends on, and those that `installed` names. */
function project(installed: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // A copy, because beside this package lie all packages of the workspace.
  for (const name of ["src", "package.json"]) {
    cpSync(join(root, "packages/cli", name), join(folder, "cli", name), { recursive: true });
  }
  mkdirSync(join(folder, "node_modules/@bourse"), { recursive: true });
  for (const name of [...OWN, ...installed]) {
    const place = FOLDERS.get(name) ?? join("packages/cli/node_modules", name);
    symlinkSync(join(root, place), join(folder, "node_modules", name));
  }
  return folder;
}

/** A package that is there in name alone. */
function namesake(folder: string, name: string, bin: object): void {
  const home = join(folder, "node_modules", name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ name, version: "1.2.3", bin }));
}

function run(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [...FLAGS, MAIN, ...words], {
    cwd: folder,
    env: { ...childVariables(), ...variables },
    encoding: "utf8",
  });
}

const AUTH = "@bourse/server-auth";

test("starts a service with settings from a file, in the same process, and ends it by a signal", async () => {
  const folder = project([AUTH]);
  const settings = join(folder, "settings.env");
  writeFileSync(settings, 'AUTH_PORT=0\nDATA_DIR="data of a file"\nLOG_LEVEL=silent\n');
  const child = spawn(process.execPath, [...FLAGS, MAIN, "start", "auth", "--env-file", settings], {
    cwd: folder,
    env: childVariables(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  await expect.poll(() => output).toContain("Ctrl-C ends it.");
  const [, url = ""] = /App +(\S+)/.exec(output) ?? [];
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(output).toContain("sqlite:data of a file/auth.db");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("runs a service's commands with their output and their exit code", () => {
  const folder = project([AUTH]);
  expect(run(folder, ["auth", "--version"])).toMatchObject({
    status: 0,
    stdout: `bourse-auth ${versionIn("servers/auth")}\n`,
  });
  const help = run(folder, ["help", "auth"]);
  expect(help.stdout).toContain("Usage: bourse auth COMMAND");
  expect(run(folder, ["help", "auth", "users", "disable"])).toMatchObject({
    status: 0,
    stdout: run(folder, ["auth", "users", "disable", "--help"]).stdout,
  });
  const refused = run(folder, ["auth", "users", "disable", "ada@example.com"]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("STORE_NOT_FOUND");
  expect(run(folder, ["store", "copy"])).toMatchObject({ status: 2 });
});

test("prints the settings in force of a server without its secrets", () => {
  const folder = project([AUTH]);
  writeFileSync(join(folder, "auth.env"), "AUTH_PORT=4000\nAUTH_OPERATOR_KEY=0123456789abcdefg\n");
  const { status, stdout } = run(folder, ["config", "auth", "--env-file", "auth.env"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^AUTH_PORT=4000$/m);
  expect(stdout).toMatch(/^AUTH_OPERATOR_KEY=\*\*\*$/m);
  const bad = run(folder, ["config", "auth"], { AUTH_PORT: "many" });
  expect(bad).toMatchObject({ status: 2, stdout: "" });
  expect(bad.stderr).toContain("AUTH_PORT: expected a whole number");
});

test("gives --env-file before the command to the program, and names a missing file or a bad line", () => {
  const folder = project([AUTH]);
  // Node.js looks for this flag among all arguments, and may find the file missing before the program runs.
  const missing = run(folder, ["--env-file", "none.env", "start", "auth"]);
  expect([2, 9]).toContain(missing.status);
  expect(missing.stderr).toMatch(/none\.env: (?:there is no such file|not found)/);
  writeFileSync(join(folder, "bad.env"), "AUTH_PORT=0\nhunter2\n");
  const { status, stderr } = run(folder, ["--env-file", "bad.env", "start", "auth"]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr:
      "ENV_FILE_INVALID: --env-file bad.env, line 2: expected NAME=value, a comment that begins with #, or an empty line.\n",
  });
});

test.each([
  [["start", "mock"], "no service", "Services: auth, curation, backtest, node"],
  [["start", "baktest"], 'Did you mean "backtest"?', "Services: "],
  [["strat", "auth"], 'Did you mean "start"?', "Commands: start, config"],
  [["--versoin"], 'Did you mean "--version"?', ""],
  [["start"], "bourse start needs SERVICE: one of auth, curation", "bourse start auth"],
])("%j is called wrongly, and says what is meant", (words, sentence, more) => {
  const { status, stdout, stderr } = run(project([]), words);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(sentence);
  expect(stderr).toContain(more);
});

test("names the package to install, also for an installed one without the program", () => {
  const folder = project([]);
  namesake(folder, "@bourse/conformance", {});
  const { status, stderr } = run(folder, ["conformance", "auth"]);
  expect(status).toBe(1);
  expect(stderr).toContain(
    "has no program bourse-conformance yet. Type:\n  npm install @bourse/conformance@latest",
  );
  expect(run(folder, ["mock", "auth"])).toMatchObject({
    status: 1,
    stderr:
      "bourse mock needs the package @bourse/mock, which is not installed here. Type:\n  npm install @bourse/mock\n",
  });
  for (const words of [
    ["auth", "keys", "rotate"],
    ["start", "auth"],
    ["config", "auth"],
  ]) {
    const without = run(folder, words);
    expect(without.status).toBe(1);
    expect(without.stderr).toContain(
      "bourse auth needs the package @bourse/server-auth, which is not installed beside @bourse/cli. Type:\n  npm install @bourse/server-auth\n",
    );
  }
});

test("doctor tells what is installed and what the servers' doctors say, and ends with 1 for a problem", () => {
  const folder = project([AUTH]);
  const good = run(folder, ["doctor"], { AUTH_PORT: "0", DATA_DIR: join(folder, "data") });
  expect(good.stdout).toContain(`ok       Node.js ${process.versions.node}`);
  expect(good.stdout).toContain(`ok       @bourse/server-auth ${versionIn("servers/auth")}`);
  expect(good.stdout).toContain("note     @bourse/server-node is not installed here");
  expect(good.stdout).toMatch(/bourse auth doctor\nok +every setting has a valid value/);
  expect(good.status).toBe(0);
  const bad = run(folder, ["doctor"], { AUTH_PORT: "many", DATA_DIR: join(folder, "data") });
  expect(bad.status).toBe(1);
  expect(bad.stderr).toContain("AUTH_PORT: expected a whole number");
});

test("doctor tells when other machines reach the metrics, beside an API that only this one reaches", () => {
  const folder = project([AUTH]);
  const settings = { AUTH_PORT: "0", DATA_DIR: join(folder, "data"), METRICS_PORT: "0" };
  const open = { METRICS_HOST: "0.0.0.0", METRICS_TOKEN: "a-token-of-the-tests" };
  const toldBy = (more: Record<string, string>): string =>
    run(folder, ["auth", "doctor"], { ...settings, ...more }).stdout;
  expect(toldBy(open)).toContain("ok       only this machine can connect to the API");
  expect(toldBy(open)).toContain("note     other machines with METRICS_TOKEN can read the metrics");
  expect(toldBy({})).not.toContain("read the metrics");
});

test("help and version are 0, nothing at all is 2 with the help on standard error", () => {
  const folder = project([]);
  expect(run(folder, ["--version"])).toMatchObject({
    status: 0,
    stdout: `bourse ${versionIn("packages/cli")}\n`,
  });
  for (const words of [["--help"], ["help"], ["start", "--help"]]) {
    const { status, stdout } = run(folder, words);
    expect(status).toBe(0);
    expect(stdout).toContain("Usage: bourse ");
  }
  expect(run(folder, [])).toMatchObject({ status: 2, stdout: "" });
});
