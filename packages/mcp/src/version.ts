import { createRequire } from "node:module";

/** Version of this package. */
export const version: string = (
  createRequire(import.meta.url)("@bourse/mcp/package.json") as { readonly version: string }
).version;
