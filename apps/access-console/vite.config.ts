import { defaultClientConditions, defineConfig } from "vite";

/** No outside request, no inline script: the page's Content-Security-Policy allows only its own files. */
export default defineConfig({
  root: "page",
  base: "./",
  // Packages of this workspace are bundled from their sources, so the page builds before they are built.
  resolve: { conditions: ["@bourse/source", ...defaultClientConditions] },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/page",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": "http://127.0.0.1:3000", "/openapi.json": "http://127.0.0.1:3000" } },
});
