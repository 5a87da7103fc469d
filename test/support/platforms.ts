/** The runtimes whose tests run a program of ours as it is, by their rows in docs/support.md. */
export const RUNTIME_NAMES = ["Node.js 22.19", "Node.js 24", "Bun", "Deno"] as const;

/** Every row of the table of platforms in docs/support.md. */
export const PLATFORM_NAMES: readonly string[] = [
  ...RUNTIME_NAMES,
  "Node.js 26",
  "workerd",
  "Chromium",
];
