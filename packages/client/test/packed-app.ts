/**
 * An app outside of the workspace that has the packages as they are published, and the bundlers that its pages go
 * through.
 */

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { build as esbuild } from "esbuild";
import { build as vite, type Rolldown } from "vite";
import { webpack, type StatsCompilation, type StatsModule } from "webpack";

import { isBuilt } from "../../../scripts/build.mjs";
import { pnpm, run } from "../../../scripts/workspace.mjs";

/** The packed packages in a folder of their own. */
export interface PackedApp {
  readonly folder: string;
  /** Bundles a page's script, minified, with everything that it imports. */
  readonly vite: (page: string) => Promise<Page>;
  readonly esbuild: (page: string) => Promise<Page>;
  readonly webpack: (page: string) => Promise<Page>;
  /** Imports a module as a program of the app does; returns the names of its exports. */
  readonly import: (specifier: string) => Promise<string[]>;
  readonly remove: () => void;
}

/** A page's script as a browser would load it. */
interface Page {
  /** Length of the minified script after gzip. */
  readonly gzipBytes: number;
  /** Files of packages that are part of it. */
  readonly files: readonly string[];
}

const PACKAGES = join(import.meta.dirname, "../..");

/**
 * Packs workspace packages into tarballs in `folder`, built first where the last build is stale; returns their paths.
 */
export function buildAndPack(names: readonly string[], folder: string): string[] {
  const places = names.map((name) => ({ name, cwd: join(PACKAGES, name) }));
  if (!isBuilt()) {
    checked(
      "tsc",
      run("tsc", ["-b", ...places.map(({ cwd }) => join(cwd, "tsconfig.build.json"))]),
    );
    for (const { cwd } of places) checked("tsup", run("tsup", ["--silent"], { cwd }));
  }
  return places.map(({ name, cwd }) => {
    const tarball = join(folder, `${name}.tgz`);
    checked(
      "pnpm pack",
      pnpm(["pack", "--out", tarball], { cwd, stdio: ["ignore", "ignore", "inherit"] }),
    );
    return tarball;
  });
}

function checked(command: string, code: number): void {
  if (code !== 0) throw new Error(`${command} ended with exit code ${code}`);
}

/** Unpacks tarballs of Bourse packages into an app, and links into it what some of them depend on, by their names. */
export function packedApp(
  tarballs: readonly string[],
  dependencies: Readonly<Record<string, readonly string[]>>,
): PackedApp {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bourse-app-")));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const tarball of tarballs) {
    const name = /([^/\\]+)\.tgz$/.exec(tarball)?.[1] ?? "";
    const target = join(folder, "node_modules", "@bourse", name);
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"]);
  }
  for (const [dependent, names] of Object.entries(dependencies)) {
    for (const name of names) {
      const link = join(folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(realpathSync(join(PACKAGES, dependent, "node_modules", name)), link, "junction");
    }
  }
  const pageFile = (page: string): string => {
    const file = join(mkdtempSync(join(folder, "page-")), "page.js");
    writeFileSync(file, page);
    return file;
  };
  return {
    folder,
    vite: async (page) => {
      const result = (await vite({
        configFile: false,
        root: folder,
        logLevel: "silent",
        build: {
          write: false,
          minify: true,
          target: "es2023",
          modulePreload: false,
          rolldownOptions: { input: pageFile(page) },
        },
      })) as Rolldown.RolldownOutput;
      const chunks = result.output.filter((one) => one.type === "chunk");
      return {
        gzipBytes: chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0),
        files: chunks.flatMap(({ modules }) =>
          Object.keys(modules).filter((id) => (modules[id]?.renderedLength ?? 0) > 0),
        ),
      };
    },
    esbuild: async (page) => {
      const { outputFiles, metafile } = await esbuild({
        entryPoints: [pageFile(page)],
        absWorkingDir: folder,
        bundle: true,
        minify: true,
        format: "esm",
        target: "es2023",
        write: false,
        metafile: true,
        logLevel: "silent",
      });
      const inputs = Object.values(metafile.outputs).flatMap(({ inputs: parts }) =>
        Object.keys(parts).filter((file) => (parts[file]?.bytesInOutput ?? 0) > 0),
      );
      return {
        gzipBytes: outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0),
        files: inputs,
      };
    },
    webpack: async (page) => {
      const entry = pageFile(page);
      const { modules = [] } = await bundledByWebpack(folder, entry);
      return {
        gzipBytes: gzipSync(readFileSync(join(dirname(entry), "bundle.js"))).length,
        files: modules.flatMap(filesOf),
      };
    },
    import: async (specifier) => {
      const url = createRequire(join(folder, "index.js")).resolve(specifier);
      return Object.keys((await import(pathToFileURL(url).href)) as object);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes `bundle.js` beside the entry. */
function bundledByWebpack(folder: string, entry: string): Promise<StatsCompilation> {
  const compiler = webpack({
    mode: "production",
    context: folder,
    entry,
    target: ["web", "es2022"],
    output: { path: dirname(entry), filename: "bundle.js" },
    performance: false,
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error !== null) return reject(error);
      if (stats === undefined || stats.hasErrors()) return reject(new Error(stats?.toString()));
      const spaces = { modulesSpace: Infinity, nestedModulesSpace: Infinity };
      const told = stats.toJson({ all: false, modules: true, nestedModules: true, ...spaces });
      compiler.close((fault) => (fault ? reject(fault) : resolve(told)));
    });
  });
}

/** Files of a module: those that webpack has put into one, or its own. */
function filesOf({ modules, name = "" }: StatsModule): string[] {
  return modules === undefined ? [name] : modules.flatMap(filesOf);
}
