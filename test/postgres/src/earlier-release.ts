/** The sources of the release before this one, with their dependencies, in a folder of their own. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { root } from "../../support/workspace.ts";

export interface EarlierRelease {
  /** Root of the sources. */
  readonly folder: string;
  /** Commit that they are of. */
  readonly commit: string;
  /** Deletes the folder. */
  readonly remove: () => void;
}

/** Null when the repository has its commit, else the reason to skip: a checkout without history can't be helped. */
export function missingRelease(): string | null {
  if (commitBefore() !== undefined) return null;
  return "the repository is shallow, so the commit before is not there: clone with a depth of 2 at least";
}

/** Writes the sources of the last tagged release, or of the commit before, and installs what its servers need. */
export async function earlierRelease(): Promise<EarlierRelease> {
  const commit = commitBefore();
  if (commit === undefined) throw new Error(missingRelease() ?? "unreachable");
  const folder = mkdtempSync(join(tmpdir(), "bourse-release-"));
  const archive = join(folder, "sources.tar");
  run("git", ["archive", "--format=tar", "--output", archive, commit], root);
  run("tar", ["-xf", archive, "-C", folder], folder);
  rmSync(archive);
  const filters = ["auth", "curation", "backtest"].flatMap((name) => [
    "--filter",
    `@bourse/server-${name}...`,
  ]);
  // With what is for development: the engine of PostgreSQL is an optional peer of the servers.
  const install = ["install", "--frozen-lockfile", "--prefer-offline", ...filters];
  run("npx", ["--yes", "--prefer-offline", "pnpm@12.18.0", ...install], folder);
  return {
    folder,
    commit,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** UPGRADE_FROM names another commit. */
function commitBefore(): string | undefined {
  const named = process.env["UPGRADE_FROM"] ?? asked(["describe", "--tags", "--abbrev=0", "HEAD"]);
  return asked(["rev-parse", "--verify", "--quiet", `${named ?? "HEAD~1"}^{commit}`]);
}

function asked(words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", [...words], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function run(program: string, words: readonly string[], cwd: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, [...words], {
    cwd,
    encoding: "utf8",
  });
  if (status === 0) return;
  throw new Error(`${program} ${words.join(" ")} failed: ${stdout}${stderr}${error ?? ""}`);
}
