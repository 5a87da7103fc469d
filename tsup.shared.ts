import { defineConfig } from "tsup";

/** JavaScript by tsup; `tsc -b` has written the declarations into dist just before, so nothing is cleaned. */
export const bundle = (entry: string[]): ReturnType<typeof defineConfig> =>
  defineConfig({
    entry,
    format: "esm",
    target: "node22.19",
    sourcemap: true,
    clean: false,
    dts: false,
    // An entry lands in dist where it lies in src, also when it is the only one.
    esbuildOptions: (options) => {
      options.outbase = "src";
    },
    // `node:sqlite` has no name without its prefix.
    removeNodeProtocol: false,
  });
