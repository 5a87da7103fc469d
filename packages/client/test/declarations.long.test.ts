/**
 * The declaration files of an app that exports functions over calls without a word about their types, as pnpm and npm
 * install the packages: the compiler has to find a name for each type, and under pnpm the contract is no dependency of
 * the app.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { pnpm } from "../../../scripts/workspace.mjs";
import { isLongRun, isWholeRun } from "../../../test/support/rounds.ts";
import { root } from "../../../test/support/workspace.ts";
import { operationsOf, SOURCES } from "../scripts/operations.ts";
import { buildAndPack } from "./packed-app.ts";

const compilerIn = (folder: string): string => join(root, folder, "bin/tsc");

/** Compilers of the row TypeScript in docs/support.md; the older ones are installed apart, by `.ci/run`. */
const COMPILERS: Readonly<Record<string, string>> = {
  "5.7": compilerIn("test/platforms/node_modules/typescript-5.7"),
  "5.8": compilerIn("test/platforms/node_modules/typescript-5.8"),
  "5.9": compilerIn("test/platforms/node_modules/typescript-5.9"),
  "6.0": compilerIn("test/platforms/node_modules/typescript-6.0"),
  "7.0": compilerIn("node_modules/typescript"),
};

/** Factory of the client behind each file of named types. */
const FACTORIES: Readonly<Record<string, readonly [entry: string, create: string]>> = {
  "auth/operations.ts": ["auth", "createAuthClient"],
  "auth/user-operations.ts": ["auth/users", "createUsersClient"],
  "backtest/operations.ts": ["backtest", "createBacktestClient"],
  "execution/operations.ts": ["execution", "createExecutionClient"],
  "research/operations.ts": ["research", "createResearchClient"],
  "curation/operations.ts": ["curation", "createCurationClient"],
  "curation/admin-operations.ts": ["curation/admin", "createCurationAdminClient"],
  "curation/draft-operations.ts": ["curation/drafts", "createDraftsClient"],
  "curation/review-operations.ts": ["curation/review", "createReviewClient"],
  "node/operations.ts": ["node", "createNodeDashboardClient"],
};

/** Functions over parts of answers, and over what is no call of one route. */
const PARTS = `
import { iterate } from "@bourse/client";
import { createBacktestClient, type Job } from "@bourse/client/backtest";
import { createFollowJob } from "@bourse/client/backtest/progress";
import { createCurationClient, type Market } from "@bourse/client/curation";
import { createCuratorEvents } from "@bourse/client/curation/events";
const options = { baseUrl: "http://127.0.0.1" };
const jobs = createBacktestClient(options);
export const run = (job: Job) => (job.job_type === "backtest" ? job : null);
export const figures = (job: Job) => run(job)?.result;
export const gaps = (job: Job) => figures(job)?.gaps;
export const monteCarlo = (job: Job) => figures(job)?.monte_carlo?.final_capital;
export const finished = (id: string) => jobs.waitForJob(id);
export const pages = () => iterate(jobs.listJobs);
export const follow = createFollowJob(options);
export const feed = createCuratorEvents(options);
export const markets = createCurationClient(options);
export const outcomes = (market: Market) => market.outcomes;
export const next = async () => (await feed().next()).value;
`;

function callsOf(file: string): string {
  const [entry, create] = FACTORIES[file] ?? [];
  const source = SOURCES[file];
  const keys = source === undefined ? [] : operationsOf(source).map(([, key]) => key);
  const functions = [...new Set(keys)].map((key) => {
    const given = `(...args: Parameters<typeof client.${key}>)`;
    return `
export const ${key} = client.${key};
export async function ${key}Data${given} { return await client.${key}(...args); }
export const ${key}Safe = ${given} => client.${key}.safe(...args);
export const ${key}Either = async ${given} => {
  const result = await client.${key}.safe(...args);
  return result.ok ? result.data : result.error;
};
export const ${key}Whole = ${given} => client.${key}.withResponse(...args);
`;
  });
  return `import { ${create} } from "@bourse/client/${entry}";
export const client = ${create}({ baseUrl: "http://127.0.0.1", apiKey: "key" } as Parameters<typeof ${create}>[0]);
${functions.join("")}`;
}

const folder = mkdtempSync(join(tmpdir(), "bourse-declared-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INSTALLERS: Readonly<Record<string, (cwd: string, tarballs: readonly string[]) => number>> = {
  npm: (cwd, tarballs) => {
    const flags = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];
    return spawnSync("npm", ["install", ...flags, ...tarballs], { cwd }).status ?? 1;
  },
  pnpm: (cwd, [contract, client]) => {
    writeFileSync(
      join(cwd, "pnpm-workspace.yaml"),
      `overrides:\n  "@bourse/contract": "file:${contract}"\n`,
    );
    return pnpm(["add", "--prefer-offline", `file:${client}`], { cwd, stdio: "ignore" });
  },
};

describe.skipIf(!isLongRun)(
  "an app that exports functions over calls",
  { timeout: 300_000 },
  () => {
    beforeAll(() => {
      const tarballs = buildAndPack(["contract", "client"], folder);
      for (const [name, install] of Object.entries(INSTALLERS)) {
        const app = join(folder, name);
        mkdirSync(app);
        writeFileSync(join(app, "package.json"), '{ "type": "module", "private": true }');
        if (install(app, tarballs) !== 0) throw new Error(`${name} did not install the packages.`);
        for (const file of Object.keys(SOURCES)) {
          writeFileSync(join(app, file.replace("/", "-")), callsOf(file));
        }
        writeFileSync(join(app, "parts.ts"), PARTS);
        const compilerOptions = {
          strict: true,
          module: "nodenext",
          target: "es2023",
          lib: ["es2023", "dom", "dom.iterable"],
          types: [],
          declaration: true,
          emitDeclarationOnly: true,
          outDir: "out",
          skipLibCheck: true,
        };
        writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions }));
      }
    }, 600_000);

    const found = Object.entries(COMPILERS).filter(
      ([, path]) => existsSync(path) || process.env["CI"] === "true",
    );
    test.each(
      Object.keys(INSTALLERS).flatMap((by) =>
        found
          // Folders of pnpm are the harder ones; those of npm get each compiler in a whole run only.
          .filter(([version]) => isWholeRun || by === "pnpm" || version === "7.0")
          .map(([version, tsc]) => ({ by, version, tsc })),
      ),
    )("installed by $by has declarations of TypeScript $version", ({ by, tsc }) => {
      const cwd = join(folder, by);
      const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", "."], {
        cwd,
        encoding: "utf8",
      });
      expect(status, stdout).toBe(0);
    });
  },
);
