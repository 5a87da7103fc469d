import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "packages/*/vitest.config.ts",
      "packages/adapters/*/vitest.config.ts",
      "servers/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "solidity/vitest.config.ts",
      "test/vitest.config.ts",
    ],
    coverage: {
      provider: "v8",
      include: [
        "packages/*/src/**/*.ts",
        "packages/adapters/*/src/**/*.ts",
        "servers/*/src/**/*.ts",
      ],
      exclude: ["**/main.ts"],
      reporter: ["text-summary", "lcov"],
    },
  },
});
