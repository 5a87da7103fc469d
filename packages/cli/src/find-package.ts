/** Finds installed packages: beside this package, and programs in the project of the working folder too. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import type { NamedPackage, ToolPackage } from "./packages.ts";

/** Refusal because a package is not installed. */
export class MissingPackageError extends Error {
  override readonly name = "MissingPackageError";
}

interface Manifest {
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
}

/** Version of a package as an import from here finds it; undefined when it is not installed beside this one. */
export function versionOf({ packageName }: NamedPackage): string | undefined {
  const path = manifestHere(packageName);
  return path === undefined ? undefined : read(path).version;
}

/** @throws MissingPackageError when the package is not installed beside this one */
export function checkInstalled({ word, packageName }: NamedPackage): void {
  if (manifestHere(packageName) !== undefined) return;
  throw new MissingPackageError(
    `bourse ${word} needs the package ${packageName}, which is not installed beside @bourse/cli. Type:\n  npm install ${packageName}`,
  );
}

/**
 * Path of a tool's program, first beside this package and then from `folder` upwards.
 *
 * @throws MissingPackageError without it
 */
export function findProgram({ word, packageName, bin }: ToolPackage, folder: string): string {
  const path = manifestHere(packageName) ?? manifestAt(packageName, folder);
  if (path === undefined) {
    throw new MissingPackageError(
      `bourse ${word} needs the package ${packageName}, which is not installed here. Type:\n  npm install ${packageName}`,
    );
  }
  const { version, bin: bins = {} } = read(path);
  const target = bins[bin];
  if (target === undefined) {
    throw new MissingPackageError(
      `${packageName} ${version} has no program ${bin} yet. Type:\n  npm install ${packageName}@latest`,
    );
  }
  const file = resolve(dirname(path), target);
  if (existsSync(file)) return file;
  throw new MissingPackageError(
    `${packageName} is not built: ${file} is missing. In a checkout type:\n  npm run build`,
  );
}

function read(path: string): Manifest {
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}

/** Path of the package's manifest as an import of this module finds it; `require` would also look into NODE_PATH. */
function manifestHere(packageName: string): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve(`${packageName}/package.json`));
  } catch {
    return undefined;
  }
}

/** Path of the package's manifest as a program in `folder` finds it. */
function manifestAt(packageName: string, folder: string): string | undefined {
  try {
    return createRequire(join(folder, "package.json")).resolve(`${packageName}/package.json`);
  } catch {
    return undefined;
  }
}
