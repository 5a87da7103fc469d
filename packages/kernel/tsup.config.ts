import { defineConfig } from "tsup";

import { SHARED } from "../../tsup.shared.ts";

export default defineConfig({
  ...SHARED,
  entry: {
    index: "src/index.ts",
    "figures/index": "src/figures/index.ts",
    "files/index": "src/files/index.ts",
    "node-version": "src/node-version.ts",
    "platform/node/index": "src/platform/node/index.ts",
    "platform/web/index": "src/platform/web/index.ts",
    // In files of their own, so that a page which takes these gets no more of the kernel: esbuild keeps what the other
    // statements of a file do. With the index twice, neither of the two has code of its own.
    "checked-calls": "src/checked-calls.ts",
    clock: "src/clock.ts",
    errors: "src/errors.ts",
    "index-again": "src/index.ts",
    "option-rules": "src/option-rules.ts",
    options: "src/options.ts",
  },
});
