/** The script of the report's zoomable chart: our page code with uPlot, in one minified text. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

/** Texts that the module `src/report/zoom-script.ts` exports. */
export interface ReportScript {
  /** Version of uPlot in it. */
  readonly version: string;
  /** Script with the licence of uPlot. */
  readonly script: string;
  /** Source of the script for a Content-Security-Policy. */
  readonly source: string;
  /** Style of uPlot. */
  readonly style: string;
}

/** Builds the script from `page/` and the installed uPlot. */
export async function reportScript(): Promise<ReportScript> {
  const plot = dirname(dirname(createRequire(import.meta.url).resolve("uplot")));
  const { version } = JSON.parse(readFileSync(join(plot, "package.json"), "utf8")) as {
    readonly version: string;
  };
  const licence = readFileSync(join(plot, "LICENSE"), "utf8").trim().replaceAll(/\s+/gu, " ");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../page/main.ts", import.meta.url))],
    bundle: true,
    conditions: ["@bourse/source"],
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "none",
    write: false,
  });
  const code = outputFiles[0]?.text.trim().replaceAll(/\s*\n\s*/gu, "\n") ?? "";
  const script = `/* With uPlot ${version}. ${licence} */${code}`;
  const style = readFileSync(join(plot, "dist", "uPlot.min.css"), "utf8").trim();
  const hash = createHash("sha256").update(script).digest("base64");
  return { version, script, source: `'sha256-${hash}'`, style };
}
