/** Writes the catalogue of indicators, `docs/indicators.md`. Run as `pnpm write:indicators`. */

import { writeFileSync } from "node:fs";

import { truthCandles } from "../test/truth/series.ts";
import { cataloguePage } from "./catalogue-page.ts";

writeFileSync(
  new URL("../../../docs/indicators.md", import.meta.url),
  cataloguePage(await truthCandles("d1"), await truthCandles("patterns")),
);
