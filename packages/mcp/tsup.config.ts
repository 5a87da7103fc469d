import { cpSync } from "node:fs";

import { defineConfig } from "tsup";

import { SHARED } from "../../tsup.shared.ts";
import { PAGES } from "./src/docs/pages.ts";

export default defineConfig({
  ...SHARED,
  entry: ["src/index.ts", "src/main.ts"],
  // The pages that the package brings are those of the repository at the time of the build.
  onSuccess: () => {
    for (const [path] of Object.values(PAGES)) cpSync(`../../docs/${path}`, `dist/docs/${path}`);
    return Promise.resolve();
  },
});
