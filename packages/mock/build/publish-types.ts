/**
 * The declarations that are published: what those of the mocks name of other packages of the workspace is copied into
 * them, so that an app needs none of these to compile its tests.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { rolldown, type Plugin } from "rolldown";
import { dts } from "rolldown-plugin-dts";

const SUBPATHS = [
  "index",
  "auth/index",
  "backtest/index",
  "curation/index",
  "network/index",
  "node/index",
];

/** Declarations that an app has by itself. */
const INSTALLED = /^(?:msw|@bourse\/contract)(?:$|\/)/;

/** Writes `dist/types` of the package in `folder` from the declarations that the compiler wrote into its `dist`. */
export async function publishTypes(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(SUBPATHS.map((path) => [path, `./dist/${path}.d.ts`])),
    external: INSTALLED,
    plugins: [ofWorkspace(folder), dts({ dtsInput: true, tsconfig: false })],
  });
  await bundle.write({ dir: join(folder, "dist/types"), format: "es", cleanDir: true });
  await bundle.close();
}

/** Finds the declarations of a package of the workspace as its manifest names them. */
function ofWorkspace(folder: string): Plugin {
  return {
    name: "of-workspace",
    resolveId: {
      filter: { id: /^@bourse\// },
      handler: (id) => {
        if (INSTALLED.test(id)) return undefined;
        const [scope = "", name = "", ...path] = id.split("/");
        const home = join(folder, "node_modules", scope, name);
        const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
          readonly exports: Readonly<Record<string, { readonly types?: string }>>;
        };
        const types = exports[[".", ...path].join("/")]?.types;
        return types === undefined ? undefined : join(home, types);
      },
    },
  };
}
