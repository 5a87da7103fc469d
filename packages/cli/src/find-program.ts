/** Finds an installed program: beside this package, then in the project of the working folder. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

import type { Program } from "./programs.ts";

/** Outcome of the search for a program. */
export type FoundProgram =
  | {
      /** File of the program. */
      readonly file: string;
      /** Version of its package. */
      readonly version: string;
    }
  | {
      /** Sentence about what is missing, and what to type. */
      readonly missing: string;
    };

interface Manifest {
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>>;
}

/** Searches for `program`, first beside this package and then from `folder` upwards. */
export function findProgram({ packageName, bin }: Program, folder: string): FoundProgram {
  const path = manifestOf(packageName, import.meta.url) ?? manifestOf(packageName, folder);
  if (path === undefined) {
    return {
      missing: `${bin} is in the package ${packageName}, which is not installed here. Type:\n  npm install ${packageName}`,
    };
  }
  const { version, bin: bins = {} } = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  const target = bins[bin];
  if (target === undefined) {
    return {
      missing: `${packageName} ${version} has no program ${bin} yet. Type:\n  npm install ${packageName}@latest`,
    };
  }
  const file = resolve(dirname(path), target);
  return existsSync(file)
    ? { file, version }
    : {
        missing: `${packageName} is not built: ${file} is missing. In a checkout type:\n  npm run build`,
      };
}

/** Path of the package's manifest as an import from `place` finds it, a URL or a folder. */
function manifestOf(packageName: string, place: string): string | undefined {
  const from = place.startsWith("file:") ? place : join(place, "package.json");
  try {
    return createRequire(from).resolve(`${packageName}/package.json`);
  } catch {
    return undefined;
  }
}
