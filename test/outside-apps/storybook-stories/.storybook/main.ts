import type { StorybookConfig } from "@storybook/react-vite";

export default {
  framework: "@storybook/react-vite",
  stories: ["../src/**/*.stories.tsx"],
  // The service worker of msw, which `msw init public` writes.
  staticDirs: ["../public"],
  core: { disableTelemetry: true },
} satisfies StorybookConfig;
