/** Writes the page of options, `docs/options.md`. Run as `pnpm write:options`. */

import { writeFileSync } from "node:fs";

import { optionsPage } from "./options-page.ts";

writeFileSync(new URL("../../../docs/options.md", import.meta.url), optionsPage());
