/** Node's own modules that an entry point of a package needs elsewhere, found by bundling it as for a web page. */
import { isBuiltin } from "node:module";
import { join } from "node:path";

import { build, type Metafile } from "esbuild";

import { codeOf, packages, root, sourcesOf } from "./workspace.ts";

/** Origin of the code that is bundled: TypeScript sources, or what the build wrote. */
type Origin = "src" | "dist";

/** Needs of each published subpath elsewhere: modules and globals of Node, and packages that only run there. */
export async function platformNeeds(
  origin: Origin,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const entries = subpaths(origin);
  const { metafile } = await build({
    entryPoints: [...new Set(entries.values())],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    conditions: origin === "src" ? ["@bourse/source"] : [],
    outdir: join(root, "node_modules/.cache/platform-needs"),
    write: false,
    metafile: true,
    logLevel: "silent",
    plugins: [
      {
        name: "modules-of-node",
        setup: (given) => {
          given.onResolve(
            { filter: /^[^.]/ },
            async ({ path, kind, importer, resolveDir, pluginData }) => {
              if (isBuiltin(path)) return { path, external: true };
              if (pluginData === ASKED) return undefined;
              const how = { kind, importer, resolveDir, pluginData: ASKED };
              const { errors } = await given.resolve(path, how);
              // Packages that have nothing for web pages, binaries of Node among them.
              return errors.length === 0 ? undefined : { path, external: true };
            },
          );
        },
      },
    ],
  });
  return new Map([...entries].map(([name, file]) => [name, needsOf(metafile, file)]));
}

const ASKED = "asked";

/** Globals that only Node has, in sources. */
const GLOBALS = /(?<![\w."])(?:Buffer|process|__dirname)\b(?=[.(])/g;

/** Every subpath of every package but those of servers, apps, engines of ports and the command, with its file. */
function subpaths(origin: Origin): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { folder, manifest } of packages()) {
    if (!/^packages\/[^/]+$/.test(folder) || folder === "packages/cli") continue;
    for (const [path, target] of Object.entries(manifest.exports ?? {})) {
      if (typeof target === "string") continue;
      const { default: built } = target;
      const file = origin === "src" ? sourcesOf(target).at(-1) : built;
      if (typeof file !== "string") throw new TypeError(`${manifest.name}${path} has no file.`);
      found.set(manifest.name + path.slice(1), join(folder, file));
    }
  }
  return found;
}

function needsOf({ inputs }: Metafile, entry: string): readonly string[] {
  const seen = new Set<string>();
  const needs = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, external = false } of inputs[file]?.imports ?? []) {
      if (!external) visit(path);
      else needs.add(path);
    }
    if (/^packages\/[^/]+\/src\//.test(file)) {
      for (const [name] of codeOf(file).matchAll(GLOBALS)) needs.add(name);
    }
  };
  if (inputs[entry] === undefined) throw new Error(`${entry} was not bundled.`);
  visit(entry);
  return [...needs].toSorted();
}
