import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { transformSync } from "esbuild";
import { defineConfig, type Options } from "tsup";

/** JavaScript by tsup; `tsc -b` has written the declarations into dist just before, so nothing is cleaned. */
export const SHARED: Options = {
  format: "esm",
  target: "node22.19",
  sourcemap: true,
  clean: false,
  dts: false,
  esbuildOptions: (options) => {
    // An entry lands in dist where it lies in src, also when it is the only one.
    options.outbase = "src";
    // The sources that the maps name are published beside them.
    options.sourcesContent = false;
  },
  // Their packages import them from themselves: which file that is depends on the platform that the app runs on, or
  // workers lie beside it.
  external: [
    "@bourse/credentials/argon2",
    "@bourse/kernel/platform",
    "@bourse/trading-core/threads",
  ],
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
};

/** A file for each entry point, with what entry points share in files of its own. */
export const bundle = (entry: string[]): ReturnType<typeof defineConfig> =>
  defineConfig({ ...SHARED, entry });

/** Doc comments on lines of their own; the declarations have them. `@__PURE__` and the like are no such comments. */
const DOC_COMMENT = /^ *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n/gm;

/** The name of a file's source, which esbuild writes above it: here both have the same name. */
const SOURCE_COMMENT = /^\/\/ src\/.*\n/gm;

/** The comment on a whole module: its source has it, and no hover shows it. */
const MODULE_COMMENT = /^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?=import )/;

/** Indents by tabs in place of `width` spaces, which would make the files 6 % larger. */
function withTabs(text: string, width: number): string {
  const spaces = new RegExp(`^(?: {${width}})+`, "gm");
  return text.replaceAll(spaces, (found) => "\t".repeat(found.length / width));
}

/** The code indented by tabs, unless a template literal has lines that begin with spaces. */
function tabbed(code: string): string {
  const indented = withTabs(code, 2);
  const plain = (text: string): string => transformSync(text, { minifyWhitespace: true }).code;
  return plain(indented) === plain(code) ? indented : code;
}

/**
 * Declarations whose types from other modules are imported once, at the end of the file, instead of `import("zod").` in
 * front of each: 1 % of a package of schemas.
 */
function named(text: string): string {
  const places = [...text.matchAll(/\bimport\("([^"]+)"\)\.(\w+)/g)];
  const types = new Map(
    places.map(([inline, from, name]) => [inline, { from: from!, name: name! }]),
  );
  const imports = new Map<string, string[]>();
  let result = text;
  for (const [inline, { from, name }] of types) {
    const isTaken = new RegExp(`\\b${name}\\b`).test(text.replaceAll(inline, ""));
    if (isTaken || text.split(inline).length < 3) continue;
    const use = new RegExp(`${inline.replaceAll(/[().]/g, "\\$&")}\\b`, "g");
    result = result.replaceAll(use, name);
    imports.set(from, [...(imports.get(from) ?? []), name]);
  }
  for (const [from, names] of imports) {
    result += `import type { ${names.join(", ")} } from "${from}";\n`;
  }
  return result;
}

/** Functions that describe routes for a package's own documents: no entry point exports them. */
const NOTES = /\/\*\*[^*]*\*\/\nexport declare function \w+Notes\(\): NotesOf<[^;]*>;\n/g;

/** Declarations without those functions, and without the import of their type. */
function withoutNotes(text: string): string {
  const short = text.replaceAll(NOTES, "");
  return short === text || short.includes("NotesOf<")
    ? short
    : short.replace(/^import type \{ NotesOf \} .*\n/m, "");
}

/** Declarations as small as they get while a hover shows the same. */
function small(text: string): string {
  return (
    withTabs(named(withoutNotes(text.replace(MODULE_COMMENT, ""))), 4)
      // The input of a schema is its output unless it says more.
      .replaceAll(/\bObjectSchema<(\w+), \1>/g, "ObjectSchema<$1>")
      // A route does not page unless it says so.
      .replaceAll(/(?<=: TypedRoute<[\s\S]*?), undefined>;/g, ">;")
      .replaceAll(/^\t+ \*/gm, " *")
      .replaceAll(/\{\n\}/g, "{}")
  );
}

/** Declarations that an import of the package may reach: of its entry points and of what these name. */
function reachableDeclarations(): ReadonlySet<string> {
  const manifest = readFileSync("package.json", "utf8");
  const waiting = [...manifest.matchAll(/"\.\/(dist\/[^"]+\.d\.ts)"/g)].map(
    ([, file = ""]) => file,
  );
  const reached = new Set<string>();
  for (const file of waiting) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(
      /\b(?:from |import\(|import )"(\.[^"]+)"/g,
    )) {
      waiting.push(join(dirname(file), path).replace(/\.[jt]s$/, ".d.ts"));
    }
  }
  return reached;
}

function shrinkDeclarations(): void {
  const reached = reachableDeclarations();
  for (const file of globSync("dist/**/*.d.ts")) {
    if (!reached.has(file)) {
      rmSync(file);
      continue;
    }
    const text = readFileSync(file, "utf8");
    const shrunk = small(text);
    if (shrunk !== text) writeFileSync(file, shrunk);
  }
}

/**
 * A file for each source file of a package, so that an app's bundler takes no more of them than the app imports: for
 * packages that web pages load.
 */
export const unbundled = (): ReturnType<typeof defineConfig> =>
  defineConfig({
    ...SHARED,
    // The files are readable as they are, and maps would be half of the package.
    sourcemap: false,
    // JavaScript of sources that are gone would be published; the declarations are not tsup's.
    clean: ["!**/*.d.ts", "!**/*.d.ts.map", "!.tsbuildinfo"],
    plugins: [
      {
        name: "small-text",
        renderChunk: (code) => ({
          code: tabbed(code.replaceAll(DOC_COMMENT, "").replaceAll(SOURCE_COMMENT, "")),
        }),
      },
    ],
    onSuccess: () => Promise.resolve(shrinkDeclarations()),
    entry: globSync("src/**/*.ts").map((path) => path.replaceAll("\\", "/")),
    esbuildPlugins: [
      {
        name: "relative-imports-stay",
        setup: (build) => {
          build.onResolve({ filter: /^\.\.?\// }, ({ kind, path }) =>
            kind === "entry-point"
              ? undefined
              : { path: path.replace(/\.ts$/, ".js"), external: true },
          );
        },
      },
    ],
  });
