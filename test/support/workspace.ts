/** The workspace as the tests of this folder see it: its packages, their manifests and their source files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Files behind a subpath by condition; the sources of one may differ by platform. */
type Target = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | Target>>;
  readonly publishConfig?: Pick<Manifest, "exports">;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Package {
  /** Relative to the root: `packages/kernel`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every package that can be published, in the order of its folder. */
export function packages(): readonly Package[] {
  return (known ??= ["packages", "packages/adapters", "servers", "apps"]
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    .filter((folder) => existsSync(join(root, folder, "package.json")))
    .toSorted()
    .map((folder) => ({ folder, manifest: readJson<Manifest>(join(folder, "package.json")) }))
    .filter(({ manifest }) => manifest.private !== true));
}

let known: readonly Package[] | undefined;

/** Source files behind a subpath of a package: one, or one for each platform. */
export function sourcesOf(target: Target): readonly string[] {
  const source = target["@bourse/source"] ?? "";
  return typeof source === "string" ? [source] : Object.values(source);
}

/** Reads a JSON file by its path relative to the root. */
export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), "utf8")) as T;
}

/** All TypeScript files below `folder`, relative to the root; none when there is no such folder. */
export function sources(folder: string, ending: RegExp = /\.tsx?$/): string[] {
  if (!existsSync(join(root, folder))) return [];
  // Links are not followed: those of node_modules lead through the workspace in circles.
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sources(path, ending);
      return ending.test(entry.name) ? [path] : [];
    })
    .toSorted();
}

const SKIPPED = new Set(["node_modules", "dist"]);

/** A file without its comments. */
export function codeOf(path: string): string {
  return readFileSync(join(root, path), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

/** The module specifiers that a file imports, statically or dynamically. */
export function importsOf(path: string): string[] {
  const text = codeOf(path);
  // No quote, semicolon or equals sign stands between the first word of an import and its `from`.
  const statements = /^(?:import|export)\b(?:[^"'`;=]*\bfrom\b)?\s*["']([^"'\n]+)["']/gm;
  const calls = /\bimport\s*\(\s*["']([^"'\n]+)["']/g;
  return [...text.matchAll(statements), ...text.matchAll(calls)].map((match) => match[1] ?? "");
}

/** `@scope/name/sub` → `@scope/name`; `name/sub` → `name`. */
export function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
