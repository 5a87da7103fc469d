import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Projects whose files start processes, chains or browsers. */
const SLOW = /^(?:server-.*|workspace|peers-libp2p|chain-anvil|solidity)$/;

/** Order of the files: those of slow projects first, so that no worker ends with a long file alone. */
class SlowProjectsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ project }: TestSpecification): boolean => SLOW.test(project.name);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowProjectsFirst },
    projects: [
      "packages/*/vitest.config.ts",
      "packages/adapters/*/vitest.config.ts",
      "servers/*/vitest.config.ts",
      "apps/*/vitest.config.ts",
      "solidity/vitest.config.ts",
      "test/vitest.config.ts",
      "test/foreign-tools/vitest.config.ts",
      "test/postgres/vitest.config.ts",
    ],
    coverage: {
      provider: "v8",
      include: [
        "packages/*/src/**/*.ts",
        "packages/adapters/*/src/**/*.ts",
        "servers/*/src/**/*.ts",
      ],
      exclude: ["**/main.ts", "**/command-line.ts"],
      reporter: ["text-summary", "lcov"],
    },
  },
});
