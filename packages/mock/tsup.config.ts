import { join } from "node:path";

import { defineConfig, type Options } from "tsup";

import { SHARED } from "../../tsup.shared.ts";

const ENTRIES = [
  "src/index.ts",
  "src/auth/index.ts",
  "src/backtest/index.ts",
  "src/curation/index.ts",
  "src/network/index.ts",
  "src/node/index.ts",
];

/** Modules of Node.js that the cores use, and the file in `web` that stands for each in a page. */
const IN_PAGES: Readonly<Record<string, string>> = {
  "@node-rs/argon2": "argon2.ts",
  "node:crypto": "crypto.ts",
};

const web = join(import.meta.dirname, "web");

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Replaces what pages lack. Files, databases and threads are absent: nothing that a mock does needs them. */
const forPages: Plugin = {
  name: "for-pages",
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:|@node-rs\/argon2$)/ }, ({ path }) => {
      const file = IN_PAGES[path];
      if (file !== undefined) return { path: join(web, file), sideEffects: false };
      return { path, namespace: "absent", sideEffects: false };
    });
    build.onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => () => {
        throw new Error(\`There is no \${String(name)} of ${path} in a page.\`);
      } });`,
    }));
  },
};

/** The mocks for pages: a file for each, with the cores in it and nothing that a page lacks. */
const pages: Options = {
  ...SHARED,
  entry: {
    index: "src/index.ts",
    auth: "src/auth/index.ts",
    backtest: "src/backtest/index.ts",
    curation: "src/curation/index.ts",
    node: "src/node/index.ts",
  },
  outDir: "dist/web",
  // Chunks of earlier builds would be published.
  clean: true,
  platform: "browser",
  target: "es2023",
  sourcemap: false,
  // What a page can take as it is stays the app's.
  noExternal: [/^(?!(?:msw|zod|@bourse\/contract)(?:$|\/))/],
  esbuildPlugins: [forPages],
  esbuildOptions: (options) => {
    options.conditions = ["@bourse/source", "browser", "import"];
    options.inject = [join(web, "globals.ts")];
    options.legalComments = "inline";
  },
};

/** The mocks that `bourse-mock` serves are those for pages: with them it needs no core installed. */
const servesPages: Plugin = {
  name: "serves-pages",
  setup: (build) => {
    build.onResolve(
      { filter: /^\.\.\/(?:auth|backtest|curation|node)\/index\.ts$/ },
      ({ path }) => ({
        path: path.replace(/^\.\.\/(\w+)\/index\.ts$/, "./web/$1.js"),
        external: true,
      }),
    );
  },
};

const command: Options = {
  ...SHARED,
  entry: ["src/main.ts"],
  sourcemap: false,
  noExternal: [/^@bourse\/(?:kernel|sockets)(?:$|\/)/],
  esbuildPlugins: [servesPages],
  esbuildOptions: (options) => {
    SHARED.esbuildOptions?.(options, { format: "esm" });
    options.conditions = ["@bourse/source", "node", "import"];
  },
};

export default defineConfig([{ ...SHARED, entry: ENTRIES }, pages, command]);
