/** Programs of the workspace, run as processes. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { isBuilt } from "../../scripts/build.mjs";
import { root } from "./workspace.ts";

const FROM_SOURCE = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
const OURS = [join(root, "packages/"), join(root, "servers/")];

let isFresh: boolean | undefined;

/**
 * Returns the words after `node` that run the program whose source is at `main`: the built one, as users have it, when
 * the build is as new as the sources; else the source itself, which starts slower.
 */
export function programWords(main: string): readonly string[] {
  const built = main.replace(/\/src\/(.+)\.ts$/u, "/dist/$1.js");
  const hasBuilt = built !== main && OURS.some((place) => main.startsWith(place));
  if (!hasBuilt || !existsSync(built)) return [...FROM_SOURCE, main];
  isFresh ??= isBuilt();
  return isFresh ? [built] : [...FROM_SOURCE, main];
}
