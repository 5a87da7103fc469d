/**
 * `npm run docs`: builds the packages where they are not built, writes the reference, and builds the site into
 * `docs/.vitepress/dist`.
 */
import { fileURLToPath } from "node:url";

import { build as buildSite } from "vitepress";

import { build, isBuilt } from "../scripts/build.mjs";
import { writeReference } from "./write-reference.mjs";

const code = isBuilt() ? 0 : build();
if (code !== 0) process.exit(code);
await writeReference();
await buildSite(fileURLToPath(new URL(".", import.meta.url)));
