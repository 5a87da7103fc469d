import { fileURLToPath } from "node:url";

import { defaultServerConditions } from "vite";
import { defineProject } from "vitest/config";

const SETUP = fileURLToPath(new URL("vitest.setup.ts", import.meta.url));

/** One Vitest project; workspace packages resolve to their TypeScript sources, so tests need no build. */
export const project = (
  name: string,
  include: string[] = ["test/**/*.test.ts"],
): ReturnType<typeof defineProject> =>
  defineProject({
    ssr: { resolve: { conditions: ["@bourse/source", ...defaultServerConditions] } },
    test: {
      name,
      environment: "node",
      include,
      setupFiles: [SETUP],
      // By default a project leaves one core to Vitest itself, which on two cores means one file at a time.
      maxWorkers: "100%",
      // A bound for what hangs, never a measure: all projects share the machine's cores.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  });
