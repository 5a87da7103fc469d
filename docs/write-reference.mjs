/**
 * Writes the reference of the published packages from their built declarations: Markdown, one page for each module that
 * can be imported.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { Application } from "typedoc";

import { publishedFolders } from "../scripts/published-packages.mjs";
import { root } from "../scripts/workspace.mjs";

const DOCS = fileURLToPath(new URL(".", import.meta.url));

/** Returns `{ name, file }` for everything that can be imported: `@bourse/client/auth` and its declarations. */
function publishedModules() {
  return publishedFolders().flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) =>
      typeof target?.types === "string"
        ? [{ name: join(manifest.name, path), file: join(root, folder, target.types) }]
        : [],
    );
  });
}

/** Name that TypeDoc gives to the module of a declaration file: its path, without what is the same for all. */
const nameInProject = (file) =>
  relative(root, file)
    .replaceAll("\\", "/")
    .replace(/(?:\/index)?\.d\.ts$/, "");

/**
 * Writes the pages and the sidebar into `reference`.
 *
 * @throws Error when a package is not built, or when TypeDoc reports an error
 */
export async function writeReference() {
  const modules = publishedModules();
  const missing = modules.find(({ file }) => !existsSync(file));
  if (missing !== undefined) throw new Error(`${missing.name} is not built: run npm run build.`);
  const out = join(DOCS, "reference");
  rmSync(out, { recursive: true, force: true });
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
    entryPoints: modules.map(({ file }) => file),
    tsconfig: join(DOCS, "tsconfig.reference.json"),
    out,
    docsRoot: DOCS,
    name: "Reference",
    readme: "none",
    router: "module",
    logLevel: "Warn",
    // The declarations are checked when they are built; this TypeScript only reads them.
    skipErrorChecking: true,
    disableSources: true,
    excludeExternals: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    sanitizeComments: true,
    interfacePropertiesFormat: "table",
    parametersFormat: "table",
    propertiesFormat: "table",
    typeDeclarationFormat: "table",
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the declarations.");
  const names = new Map(modules.map(({ name, file }) => [nameInProject(file), name]));
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name;
  project.children?.sort((left, right) => (left.name < right.name ? -1 : 1));
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error("TypeDoc reported errors.");
}
