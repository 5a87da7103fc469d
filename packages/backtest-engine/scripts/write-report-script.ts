/** Writes `src/report/zoom-script.ts`. Run as `pnpm write:report-script`. */

import { writeFileSync } from "node:fs";

import { reportScript } from "./report-script.ts";

const { version, script, source, style } = await reportScript();
const module = `/** Written by scripts/write-report-script.ts from page/ and uPlot ${version}. Do not change it by hand. */

/** Script of the zoomable chart, with uPlot and its licence. */
export const ZOOM_SCRIPT: string = ${JSON.stringify(script)};

/** Source of the script for a Content-Security-Policy. */
export const ZOOM_SCRIPT_SOURCE: string = ${JSON.stringify(source)};

/** Style of the plots, uPlot's own. */
export const ZOOM_STYLE: string = ${JSON.stringify(style)};
`;
writeFileSync(new URL("../src/report/zoom-script.ts", import.meta.url), module);
