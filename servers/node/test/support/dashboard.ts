/** The dashboard's page as it is built, in a folder of its own: what is in dist is being read by others. */

import { fileURLToPath } from "node:url";

import { build } from "vite";

import { tempFolder } from "./temp-folder.ts";

const app = fileURLToPath(new URL("../../../../apps/dashboard/", import.meta.url));

/** Builds the page; returns its folder, which is removed at the end. */
export async function buildDashboard(atEnd: Parameters<typeof tempFolder>[0]): Promise<string> {
  const outDir = await tempFolder(atEnd);
  await build({
    configFile: `${app}vite.config.ts`,
    root: `${app}page`,
    logLevel: "error",
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}
