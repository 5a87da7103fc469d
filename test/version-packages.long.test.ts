/** Versions and changelogs come out of the changesets whole or not at all, on a machine with Node.js and npm only. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isLongRun } from "./support/rounds.ts";
import { root } from "./support/workspace.ts";

/**
 * The programs that `npm run` finds on a machine with Node.js and npm: not the workspace's own binaries, and no pnpm.
 */
const PATH = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules") && !existsSync(join(folder, "pnpm")))
  .join(delimiter);

let clone: string;

describe.skipIf(!isLongRun)("npm run version-packages", { timeout: 300_000 }, () => {
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), "bourse-versions-"));
    execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
    symlinkSync(join(root, "node_modules"), join(clone, "node_modules"), "junction");
    for (const file of readdirSync(join(clone, ".changeset"))) {
      if (file.endsWith(".md") && file !== "README.md") rmSync(join(clone, ".changeset", file));
    }
    changeset(
      "both",
      ["http", "kernel"],
      "**http**: The door opened.\n\n**kernel**: The clock ticked.",
    );
    changeset("one", ["http"], "A second change.");
    git("add", "--all");
    git("commit", "--quiet", "--message", "Pending changes");
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  test("an ungrouped changeset ends it with one sentence and changes nothing", () => {
    changeset("ungrouped", ["http", "kernel"], "Something happened.");
    const { status, stderr } = versionPackages();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /Nothing was changed\. .*ungrouped\.md: "Something happened\. …" belongs/,
    );
    rmSync(join(clone, ".changeset", "ungrouped.md"));
    expect(git("status", "--porcelain")).toBe("");
  });

  test("a step that fails half-way changes nothing", () => {
    const writer = join(clone, "scripts/write-versions.mjs");
    const text = readFileSync(writer, "utf8");
    writeFileSync(writer, "process.exit(7);\n");
    const { status, stderr } = versionPackages();
    writeFileSync(writer, text);
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: /Nothing was changed.*with 7/s });
    expect(git("status", "--porcelain")).toBe("");
  });

  test("three packages: two with their own changes, one with the line of its dependencies", () => {
    const before = version("packages/kernel");
    const { status, stderr } = versionPackages();
    expect(status, stderr).toBe(0);
    const [http, kernel, sockets, mock] = ["http", "kernel", "sockets", "mock"].map((name) =>
      readFileSync(join(clone, "packages", name, "CHANGELOG.md"), "utf8"),
    );
    expect(http).toContain("- The door opened.\n- A second change.\n");
    expect(http).not.toContain("clock");
    expect(kernel).toContain("- The clock ticked.\n");
    expect(kernel).not.toContain("door");
    expect(version("packages/kernel")).not.toBe(before);
    expect(sockets).toMatch(
      /^# @bourse\/sockets\n\n## \S+\n\n### Patch Changes\n\n- Updated dependencies: @bourse\/http@\S+, @bourse\/kernel@\S+\n(?:\n## |$)/,
    );
    // It contains them: nobody gets their changes by its dependencies.
    expect(mock).toContain("- Contains the changes of @bourse/http, @bourse/kernel.\n");

    const touched = git("status", "--porcelain", "--untracked-files=all").split("\n");
    const places = touched.filter((line) => line !== "").map((line) => line.slice(3));
    expect(places.filter((path) => path.startsWith(".changeset/"))).toEqual([
      ".changeset/both.md",
      ".changeset/one.md",
    ]);
    const kinds = new Set(
      places
        .filter((path) => !path.startsWith(".changeset/"))
        .map((path) => path.split("/").at(-1)),
    );
    expect(kinds).toEqual(new Set(["CHANGELOG.md", "package.json", "version.ts"]));
    expect(places).not.toContain("packages/contract/CHANGELOG.md");
    expect(readFileSync(join(clone, "packages/backtest-engine/src/version.ts"), "utf8")).toContain(
      `"${version("packages/backtest-engine")}"`,
    );
    expect(readFileSync(join(clone, "packages/client/src/version.ts"), "utf8")).toContain(
      `"${version("packages/client")}"`,
    );
  });

  test("a version of the contract makes its documents the ones that the next must not break", () => {
    const current = join(clone, "documents/auth.openapi.json");
    const released = join(clone, "documents/released/auth.openapi.json");
    writeFileSync(current, `{ "openapi": "3.2.0" }\n`);
    changeset("contract", ["contract"], "A route was added.");
    expect(readFileSync(released, "utf8")).not.toBe(readFileSync(current, "utf8"));
    const { status, stderr } = versionPackages();
    expect(status, stderr).toBe(0);
    expect(readFileSync(released, "utf8")).toBe(readFileSync(current, "utf8"));
  });
});

function changeset(name: string, short: readonly string[], text: string): void {
  const matter = short.map((part) => `"@bourse/${part}": minor`).join("\n");
  writeFileSync(join(clone, ".changeset", `${name}.md`), `---\n${matter}\n---\n\n${text}\n`);
}

function versionPackages(): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync("npm", ["run", "--silent", "version-packages"], {
    cwd: clone,
    encoding: "utf8",
    env: { PATH, HOME: process.env["HOME"] ?? dirname(clone), npm_config_loglevel: "error" },
  });
  return { status, stderr };
}

function version(folder: string): string {
  const text = readFileSync(join(clone, folder, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

function git(...words: string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  return execFileSync("git", [...identity, ...words], { cwd: clone, encoding: "utf8" });
}
