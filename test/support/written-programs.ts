/** The TypeScript of every README and guide, as programs of an app that has the built packages. */
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { packages, root } from "./workspace.ts";

const PAGES = ["README.md", "docs/*.md", "docs/guides/*.md", "packages/**/README.md"];

/** Packages of others that the pages import, by the folders that have them installed. */
const OTHERS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/server": "packages/mcp",
  "@types/express": "examples",
  "@types/node": ".",
  express: "examples",
  vitest: ".",
  zod: "packages/contract",
};

/** Names that a block takes from the text around it, declared for the compiler; by page and number of the block. */
const CONTEXTS: Readonly<Record<string, string>> = {
  "docs/guides/embed-a-core.md 1": `
    import express from "express";
    import type { AuthCore } from "@bourse/auth-core";
    declare const app: express.Express;
    declare const auth: AuthCore;`,
  "docs/indicators.md 1": `
    import type { Candles } from "@bourse/backtest-engine";
    declare const candles: Candles;`,
  "packages/adapters/exchange-bybit/README.md 2":
    "declare const apiKey: string, apiSecret: string;",
  "packages/adapters/exchange-http/README.md 1": `
    import type { Attempt, JsonReply } from "@bourse/exchange-http";
    declare const readRows: (reply: JsonReply) => Attempt<readonly (readonly string[])[]>;
    declare const readSymbols: (reply: JsonReply) => Attempt<string[]>;`,
  "packages/client/README.md 2": `
    import { createAuthClient } from "@bourse/client/auth";
    declare const baseUrl: string;`,
  "packages/client/README.md 3": `
    import { createBacktestClient } from "@bourse/client/backtest";
    declare const baseUrl: string, job_uuid: string;`,
  "packages/http/README.md 2": `
    import type { Api, BoundRoute } from "@bourse/contract";
    import { createMiddleware } from "@bourse/http";
    import express from "express";
    declare const api: Api, routes: readonly BoundRoute[];`,
};

/** Blocks that are no program by themselves. */
const PARTS: ReadonlySet<string> = new Set([
  // Files that import each other; they are compiled in the app that the guide makes.
  ...[1, 2, 3, 4, 5, 6, 7].map((block) => `docs/guides/accounts-in-your-app.md ${block}`),
  "docs/guides/write-a-strategy.md 1",
  "docs/guides/write-a-strategy.md 2",
]);

/** An app with a program for each block. */
export interface WrittenPrograms {
  readonly folder: string;
  /** Pages with the numbers of their blocks, such as `README.md 1`. */
  readonly names: readonly string[];
}

/**
 * Writes the app. Its compiler settings are those of `examples/tsconfig.plain.json`.
 *
 * @throws Error for a context or a part whose block is gone
 */
export function writePrograms(): WrittenPrograms {
  const folder = mkdtempSync(join(tmpdir(), "bourse-written-"));
  const installed = [
    ...packages().map(({ folder: place, manifest }) => [manifest.name, place] as const),
    ...Object.entries(OTHERS).map(([name, by]) => [name, join(by, "node_modules", name)] as const),
  ];
  for (const [name, place] of installed) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, place), link, "junction");
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const config = { extends: join(root, "examples/tsconfig.plain.json"), include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));

  const blocks = globSync(PAGES, { cwd: root, exclude: (path) => path.includes("node_modules") })
    .toSorted()
    .flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      return Array.from(text.matchAll(/^```ts\n([^]*?)^```$/gmu), ([, code = ""], at) => ({
        name: `${page} ${at + 1}`,
        code,
      }));
    });
  const names = blocks.map(({ name }) => name);
  for (const name of [...Object.keys(CONTEXTS), ...PARTS]) {
    if (!names.includes(name)) throw new Error(`${name} is no block of a page.`);
  }
  for (const { name, code } of blocks) {
    if (PARTS.has(name)) continue;
    // A block without imports is a module too.
    const program = `${CONTEXTS[name] ?? ""}\n${code}\nexport {};\n`;
    writeFileSync(join(folder, `${name.replaceAll(/[ /]/g, "-")}.ts`), program);
  }
  return { folder, names };
}
