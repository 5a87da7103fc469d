import { createRequire } from "node:module";

/** Version of the package; the manifest is one folder up from this source and from the bundle alike. */
export const version: string = (
  createRequire(import.meta.url)("../package.json") as { readonly version: string }
).version;
