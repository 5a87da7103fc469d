// Serves the page and the mocks of both services for as long as the tests
// run.
import { defineConfig } from "@playwright/test";

const {
  PAGE_PORT = "4173",
  AUTH_PORT = "3000",
  CURATION_PORT: DESK_PORT = "3001",
  CHROMIUM,
} = process.env;
const page = `http://127.0.0.1:${PAGE_PORT}`;

export default defineConfig({
  testDir: "tests",
  reporter: "list",
  workers: 1,
  use: {
    baseURL: page,
    // Any Chromium of the machine; without the variable, the one that
    // Playwright installs.
    launchOptions:
      CHROMIUM === undefined
        ? {}
        : { executablePath: CHROMIUM, args: ["--no-sandbox"] },
  },
  webServer: [
    {
      command: `vite preview --host 127.0.0.1 --port ${PAGE_PORT} --strictPort`,
      url: page,
    },
    {
      command: `bourse-mock auth --port ${AUTH_PORT}`,
      url: `http://127.0.0.1:${AUTH_PORT}/health`,
    },
    {
      command: `bourse-mock curation --scenario examples --port ${DESK_PORT}`,
      url: `http://127.0.0.1:${DESK_PORT}/health`,
    },
  ],
});
