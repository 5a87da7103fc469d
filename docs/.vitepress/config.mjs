/** The site: guides, indicators, options, access and the reference, searched without any service. */
import { readFileSync } from "node:fs";

import { defineConfig } from "vitepress";

const sidebar = JSON.parse(
  readFileSync(new URL("../reference/typedoc-sidebar.json", import.meta.url), "utf8"),
);

const guides = [
  ["first-ten-minutes", "First ten minutes"],
  ["install-from-a-checkout", "Install from a checkout"],
  ["accounts-in-your-app", "Accounts in your app"],
  ["lost-wallets", "Lost wallets"],
  ["curation-accounts", "Accounts of curation"],
  ["embed-a-core", "Embed a core"],
  ["call-a-server", "Call a server"],
  ["test-against-the-mock", "Test against the mock"],
  ["mock-recipes", "Recipes for test runners"],
  ["write-a-strategy", "Write a strategy"],
  ["from-a-csv-to-a-tear-sheet", "From a CSV to a tear sheet"],
  ["from-an-idea-to-a-paper-session", "From an idea to a paper session"],
  ["from-python", "From Python"],
  ["backtest-in-a-page", "Backtests in a page"],
  ["write-a-store-adapter", "Write a store adapter"],
  ["deploy", "Deploy"],
  ["scaling", "Scaling"],
  ["upgrade", "Upgrade"],
].map(([name, text]) => ({ text, link: `/guides/${name}` }));

export default defineConfig({
  title: "Bourse",
  description: "A TypeScript kit for market back ends",
  lang: "en",
  // Pages for those who work on the repository; they link to files outside the site.
  srcExclude: ["asvs.md", "benchmarking.md", "support.md", "testing.md", "decisions/**"],
  // The search index is a chunk of its own, loaded by the first search.
  vite: { build: { chunkSizeWarningLimit: 4096 } },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" }]],
  // The usual themes have comments with less contrast than WCAG 2.2 AA asks for.
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/guides/first-ten-minutes" },
      { text: "Indicators", link: "/indicators" },
      { text: "Indicator speed", link: "/indicator-speed" },
      { text: "Options", link: "/options" },
      { text: "Access", link: "/access" },
      { text: "Reference", link: "/reference/" },
    ],
    sidebar: {
      "/guides/": [{ text: "Guides", items: guides }],
      "/reference/": [{ text: "Reference", link: "/reference/", items: sidebar }],
    },
    outline: [2, 3],
    search: { provider: "local" },
  },
});
