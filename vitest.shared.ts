import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

import { defaultServerConditions } from "vite";
import { defineProject } from "vitest/config";

// Worker processes and the servers that tests start load their modules from one cache of compiled code.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(
  new URL("node_modules/.cache/bourse-test-modules", import.meta.url),
);

const SETUP = fileURLToPath(new URL("vitest.setup.ts", import.meta.url));

/** Conditions of Node.js: it knows no `module`, behind which some packages have files that only a bundler reads. */
const NODE_CONDITIONS = defaultServerConditions.filter((condition) => condition !== "module");

/** One Vitest project; workspace packages resolve to their TypeScript sources, so tests need no build. */
export const project = (
  name: string,
  include: string[] = ["test/**/*.test.ts"],
): ReturnType<typeof defineProject> =>
  defineProject({
    ssr: { resolve: { conditions: ["@bourse/source", ...NODE_CONDITIONS] } },
    test: {
      name,
      environment: "node",
      include,
      setupFiles: [SETUP],
      // Most of a short file's time is the import of its modules, so files share their worker process. Those of two
      // projects keep one each: they start and kill nodes and launchers.
      isolate: /^server-node$|^workspace$/.test(name),
      // One more than there are cores: many files wait for timers, processes and disks.
      maxWorkers: availableParallelism() + 1,
      // A bound for what hangs, never a measure: all projects share the machine's cores.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  });
