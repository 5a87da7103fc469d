/** Writes the page that says who may call what, `docs/access.md`. Run as `pnpm write:access`. */
import { writeFileSync } from "node:fs";

import { accessPage } from "./access-table.ts";

writeFileSync(new URL("../../../docs/access.md", import.meta.url), accessPage());
