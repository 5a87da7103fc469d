/** Packages that an app brings along by mounting the handlers of one service: read from its bundle. */

import { join } from "node:path";

import { build } from "esbuild";
import { expect, test } from "vitest";

import { root } from "./support/workspace.ts";

const CORES = ["auth-core", "curation-core", "trading-core", "backtest-engine", "node-core"];

/** The cores in the bundle of an app that mounts one service, and the packages of others that it imports. */
async function bundleOf(service: string) {
  const { metafile } = await build({
    stdin: {
      contents: `import * as service from "@bourse/handlers/${service}"; console.log(service);`,
      resolveDir: join(root, "packages/handlers"),
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    conditions: ["@bourse/source"],
    plugins: [
      {
        name: "packages of others stay outside",
        setup: (bundler) =>
          bundler.onResolve({ filter: /^[\w@]/ }, ({ path }) =>
            path.startsWith("@bourse/") ? undefined : { path, external: true },
          ),
      },
    ],
  });
  const files = Object.keys(metafile.inputs);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return {
    cores: CORES.filter((core) => files.some((file) => file.startsWith(`packages/${core}/`))),
    others: new Set(imports.map(({ path }) => path)),
  };
}

test.each([
  ["auth", ["auth-core"]],
  ["curation", ["curation-core"]],
  ["backtest", ["trading-core", "backtest-engine"]],
  ["node", ["node-core"]],
])("an app that mounts %s brings %j, no other core and no ethers", async (service, cores) => {
  const bundle = await bundleOf(service);
  expect(bundle.cores).toEqual(cores);
  expect(bundle.others.size, "it imports packages of others").toBeGreaterThan(0);
  expect(bundle.others).not.toContain("ethers");
});
