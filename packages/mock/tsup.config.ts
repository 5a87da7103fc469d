import { readFileSync } from "node:fs";

import { defineConfig, type Options } from "tsup";

import { SHARED } from "../../tsup.shared.ts";
import { publishTypes } from "./build/publish-types.ts";
import { thirdPartyLicenses } from "./build/third-party-licenses.ts";

const MOCKS = [
  "src/index.ts",
  "src/auth/index.ts",
  "src/backtest/index.ts",
  "src/curation/index.ts",
  "src/node/index.ts",
];

/** Entries that run on Node.js alone. */
const OF_NODE = ["src/network/index.ts", "src/main.ts", "src/standalone/command-line.ts"];

/** Packages that an app installs; all else that a mock imports is in its files, so that nobody installs it. */
const INSTALLED = /^(?!(?:msw|@mswjs\/interceptors|ws|@bourse\/contract|@node-rs\/argon2)(?:$|\/))/;

const ALONE: Options = { ...SHARED, external: [], noExternal: [INSTALLED], sourcemap: false };

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Modules that are others on Node.js than in a page, by the names that the manifest's `imports` gives them. */
const BY_PLATFORM: Readonly<Record<string, string>> = {
  "@bourse/kernel/platform": "#functions",
  "@bourse/credentials/argon2": "#argon2",
  "node:crypto": "#crypto",
};

/**
 * Leaves to the manifest what differs. Files, databases and threads are absent: nothing that a mock does needs them.
 */
const byPlatform: Plugin = {
  name: "by-platform",
  setup: (build) => {
    build.onLoad({ filter: /[\\/]packages[\\/][^\\/]+[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      if (!/\bBuffer\b/.test(text)) return undefined;
      return { contents: `import { Buffer } from "#buffer";\n${text}`, loader: "ts" };
    });
    build.onResolve({ filter: /^(?:#|node:|@bourse\/)/ }, ({ path }) => {
      const name = path.startsWith("#") ? path : BY_PLATFORM[path];
      if (name !== undefined) return { path: name, external: true, sideEffects: false };
      return path.startsWith("node:")
        ? { path, namespace: "absent", sideEffects: false }
        : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => () => {
        throw new Error(\`There is no \${String(name)} of ${path} in a mock.\`);
      } });`,
    }));
  },
};

/** The mocks, for every platform, with what they share in files of their own. */
const mocks: Options = {
  ...ALONE,
  entry: MOCKS,
  platform: "browser",
  target: "es2023",
  // Chunks of earlier builds would be published; the rest is not of this build.
  clean: [
    "!**/*.d.ts",
    "!**/*.d.ts.map",
    "!.tsbuildinfo",
    "!{types,platform,network,standalone}/**",
    "!main.js",
  ],
  esbuildPlugins: [byPlatform, thirdPartyLicenses("licenses.txt")],
  esbuildOptions: (options) => {
    SHARED.esbuildOptions?.(options, { format: "esm" });
    options.conditions = ["@bourse/source", "browser", "import"];
    options.legalComments = "inline";
    // A quarter of the files is indentation; names stay, and a stack trace still names a line.
    options.minifyWhitespace = true;
    options.lineLimit = 160;
  },
  onSuccess: () => publishTypes(import.meta.dirname),
};

/** Leaves to other files what is in them: the mocks, and the program that an old Node.js must not load. */
const apart: Plugin = {
  name: "apart",
  setup: (build) => {
    build.onResolve(
      {
        filter: /^\.\.?\/(?:(?:auth|backtest|curation|node)\/index|standalone\/command-line)\.ts$/,
      },
      ({ path }) => ({ path: path.replace(/\.ts$/, ".js"), external: true }),
    );
  },
};

/** The program that serves mocks, and the network of a process. */
const ofNode: Options = {
  ...ALONE,
  entry: OF_NODE,
  splitting: false,
  esbuildPlugins: [apart, thirdPartyLicenses("licenses-of-node.txt")],
  esbuildOptions: (options) => {
    SHARED.esbuildOptions?.(options, { format: "esm" });
    options.conditions = ["@bourse/source", "node", "import"];
    options.legalComments = "inline";
  },
};

/** Modules that `#functions` and its likes stand for on a platform. */
const platform = (name: "node" | "web", condition: "node" | "browser"): Options => ({
  ...ALONE,
  entry: {
    functions: "platform/functions.ts",
    argon2: "platform/argon2.ts",
    crypto: `platform/${name}/crypto.ts`,
    buffer: `platform/${name}/buffer.ts`,
  },
  outDir: `dist/platform/${name}`,
  clean: true,
  platform: condition,
  esbuildPlugins: [thirdPartyLicenses("licenses.txt")],
  esbuildOptions: (options) => {
    options.conditions = ["@bourse/source", condition, "import"];
    options.legalComments = "inline";
  },
});

export default defineConfig([mocks, ofNode, platform("node", "node"), platform("web", "browser")]);
