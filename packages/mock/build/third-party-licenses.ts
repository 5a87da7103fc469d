/** License texts of the third-party packages whose code a build contains, in a file beside it. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Folder of the package that a source file belongs to; none for a file of the workspace. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Writes a build's licenses into `file` in its folder. */
export const thirdPartyLicenses = (file: string): Plugin => ({
  name: "third-party-licenses",
  setup: (build) => {
    const { initialOptions } = build;
    initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      if (metafile === undefined) return;
      const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
        Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
          bytesInOutput > 0 ? [file] : [],
        ),
      );
      const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
      if (folders.size === 0) return;
      const parts = new Set([...folders].map((folder) => licenseOf(folder)));
      const text = [...parts].toSorted().join(`\n${"-".repeat(80)}\n\n`);
      const { outdir = "dist" } = initialOptions;
      mkdirSync(outdir, { recursive: true });
      writeFileSync(join(outdir, file), text);
    });
  },
});

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Readonly<Record<string, string>>;
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
