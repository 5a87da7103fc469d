/** Apps as strangers write them, installed from a registry on loopback by plain npm. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { preview } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { followGuide, guidePackages, writeGuide } from "./support/app-guide.ts";
import { browserPath, isBrowserAbsent, openBrowser } from "./support/browser.ts";
import { freePorts } from "./support/free-ports.ts";
import { openPublishedFolder, type OutsideFolder } from "./support/outside-folder.ts";
import { testOwnStrategies } from "./support/own-strategy-tests.ts";
import { isLongRun } from "./support/rounds.ts";
import { startProcess } from "./support/server-process.ts";
import { root } from "./support/workspace.ts";

const BUN = join(root, "test/platforms/node_modules/@oven/bun-linux-x64/bin/bun");
const isBunTried = existsSync(BUN) || process.env["CI"] === "true";

const DRAFT_STATES: ReadonlySet<string> = new Set([
  "approved",
  "changes_requested",
  "draft",
  "in_review",
  "pending",
  "rejected",
  "withdrawn",
]);

let outside: OutsideFolder;

/** Installs an app and checks its types, where it has some. */
function install(app: string): string {
  const place = outside.installCopy(app, `test/outside-apps/${app}`);
  if (existsSync(join(place, "tsconfig.json"))) {
    const tsc = join(root, "node_modules/.bin/tsc");
    const { status, stdout } = spawnSync(tsc, ["-p", "."], { cwd: place, encoding: "utf8" });
    expect(status, stdout).toBe(0);
  }
  return place;
}

function run(place: string, program: string, ...words: string[]) {
  return runWith({}, place, program, ...words);
}

function runWith(
  variables: Readonly<Record<string, string>>,
  place: string,
  program: string,
  ...words: string[]
) {
  const { CI: _, FORCE_COLOR: __, ...env } = process.env;
  const quiet = { ...env, ...variables, NO_COLOR: "1", npm_config_loglevel: "error" };
  const options = { cwd: place, encoding: "utf8", timeout: 120_000, env: quiet } as const;
  const { status, stdout, stderr } = spawnSync(program, words, options);
  return { status, stdout, stderr };
}

describe.skipIf(!isLongRun)("an app outside of the workspace", { timeout: 300_000 }, () => {
  beforeAll(async () => {
    outside = await openPublishedFolder();
  }, 600_000);
  // Deletes every app's node_modules.
  afterAll(() => outside.close(), 600_000);

  testOwnStrategies(() => outside);

  test("an Express API embeds the guard and the engine", async () => {
    const place = install("express-api");
    const child = spawn(process.execPath, ["server.ts"], {
      cwd: place,
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const { url, key } = JSON.parse(line) as { url: string; key: string };
    const ask = async (headers: object, body: object): Promise<[number, unknown]> => {
      const response = await fetch(`${url}/backtests`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
      return [response.status, await response.json()];
    };
    const call = { strategy: "ma_crossover", parameters: { fast_period: 5, slow_period: 20 } };
    expect(await ask({}, call)).toEqual([401, { code: "UNAUTHORIZED" }]);
    expect(await ask({ "x-api-key": "bk_made_up" }, call)).toEqual([
      401,
      { code: "INVALID_API_KEY" },
    ]);
    const [status, result] = await ask({ "x-api-key": key }, call);
    expect([status, result]).toEqual([
      200,
      { trades: expect.any(Number) as number, return: expect.any(Number) as number },
    ]);
    const [refused, problem] = await ask({ "x-api-key": key }, { strategy: "ma_crosover" });
    expect(refused).toBe(422);
    expect((problem as { message: string }).message).toContain("ma_crossover");
  });

  test("a CommonJS program requires the packages, and its TypeScript compiles", () => {
    const { status, stdout, stderr } = run(install("commonjs"), process.execPath, "main.cjs");
    expect([status, stderr]).toEqual([0, ""]);
    const told = JSON.parse(stdout) as { trades: number; isRefused: boolean };
    expect(told).toEqual({ trades: expect.any(Number) as number, isRefused: true });
    expect(told.trades).toBeGreaterThan(0);
  });

  test.skipIf(!isBunTried)("a Bun script backtests by the engine and by the service alike", () => {
    const { status, stdout, stderr } = run(install("bun-script"), BUN, "script.ts");
    expect(status, stderr).toBe(0);
    const { trades, served, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
    expect(rest).toEqual({ status: "completed" });
    expect(trades).toBeGreaterThan(0);
    expect(served).toBe(trades);
  });

  test("the guide's first ten minutes go as it says, command by command", async () => {
    const guide = readFileSync(join(root, "docs/guides/first-ten-minutes.md"), "utf8");
    const blocks = [...guide.matchAll(/```(sh|text)\n([\s\S]*?)```/g)].map(
      ([, kind, text = ""]) => ({
        kind,
        lines: text.trimEnd().split("\n"),
      }),
    );
    const [begin, ready, first, said, doctor] = blocks.map(({ lines }) => lines);
    expect(blocks.map(({ kind }) => kind)).toEqual(["sh", "text", "sh", "text", "sh"]);
    const [mkdir, cd, init, npmInstall = "", start = ""] = begin ?? [];
    expect([mkdir, cd, init]).toEqual(["mkdir desk", "cd desk", "npm init --yes"]);
    expect(npmInstall).toMatch(/^npm install /);
    const place = outside.install("desk", npmInstall.split(" ").slice(2));

    const child = spawn("sh", ["-c", `exec ${start}`], {
      cwd: place,
      env: { ...process.env, AUTH_PORT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    // The server is a child of npx: the signal goes to the whole group.
    onTestFinished(() => void (child.pid !== undefined && process.kill(-child.pid, "SIGTERM")));
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    await expect.poll(() => output, { timeout: 30_000 }).toContain("Ctrl-C ends it.");
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? "";
    for (const line of ready ?? []) {
      expect(output).toContain(line.replace("http://127.0.0.1:3000", url));
    }
    expect(output).not.toMatch(/ExperimentalWarning|DeprecationWarning|^ {4}at /m);

    cpSync(join(root, "docs/code/first-ten-minutes.mjs"), join(place, "first-ten-minutes.mjs"));
    expect(first).toEqual(["node first-ten-minutes.mjs"]);
    expect(run(place, process.execPath, "first-ten-minutes.mjs", url)).toEqual({
      status: 0,
      stdout: `${said?.join("\n")}\n`,
      stderr: "",
    });
    const [npx = "", ...words] = doctor?.[0]?.split(" ") ?? [];
    const found = run(place, npx, ...words);
    expect(found.stdout).toContain("@bourse/server-auth");
    expect(found.stderr).toBe("");
  });

  test("the guide's accounts in an app compile, and answer as it shows", async () => {
    const types = ["@types/express@5", "@types/node@22"];
    const place = outside.install("accounts", [...guidePackages, ...types]);
    await writeGuide(place);
    const tsc = join(root, "node_modules/.bin/tsc");
    const { status, stdout } = spawnSync(tsc, ["-p", "."], { cwd: place, encoding: "utf8" });
    expect(status, stdout).toBe(0);
    for (const file of ["express.ts", "fastify.ts", "hono.ts", "next.mjs"]) {
      rmSync(join(place, "data"), { recursive: true, force: true });
      const { shown, answered } = await followGuide(place, file, []);
      expect(answered, file).toEqual(shown);
    }
  });

  test("a suite of Vitest runs against the mock", () => {
    const { status, stdout, stderr } = run(install("vitest-suite"), "npm", "test");
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/Tests\s+1 passed/);
  });

  test("a suite of Jest runs against the mock", () => {
    const { status, stdout, stderr } = run(install("jest-suite"), "npm", "test");
    expect(status, stdout + stderr).toBe(0);
    expect(stderr).toMatch(/Tests:\s+1 passed/);
  });

  test.skipIf(isBrowserAbsent)(
    "a suite of Playwright drives a page whose calls the mocks answer, served and in the page",
    async () => {
      const port = await freePorts(3);
      const ports = { PAGE_PORT: port, AUTH_PORT: port + 1, CURATION_PORT: port + 2 };
      const { status, stdout, stderr } = runWith(
        {
          ...Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, `${value}`])),
          CHROMIUM: browserPath ?? "",
        },
        install("playwright-suite"),
        "npm",
        "test",
      );
      expect(status, stdout + stderr).toBe(0);
      expect(stdout).toMatch(/\b3 passed/);
    },
  );

  test.skipIf(isBrowserAbsent)(
    "stories of Storybook show what a scenario of the mock has, and its faults",
    async () => {
      const place = install("storybook-stories");
      const { status, stdout, stderr } = run(place, "npm", "run", "build");
      expect(status, stdout + stderr).toBe(0);
      const site = await preview({
        root: place,
        configFile: false,
        logLevel: "silent",
        build: { outDir: "site" },
        preview: { host: "127.0.0.1", port: 0 },
      });
      onTestFinished(() => site.close());
      const browser = await openBrowser();
      onTestFinished(() => browser.close());
      const linesOf = async (story: string): Promise<string[]> => {
        const page = await browser.newPage();
        const url = site.resolvedUrls?.local[0] ?? "";
        await page.goto(`${url}iframe.html?viewMode=story&id=draftlist--${story}`);
        const lines = page.locator("#storybook-root li:not(:text-is('loading'))");
        await lines.first().waitFor();
        return await lines.allInnerTexts();
      };
      const drafts = await linesOf("in-each-state");
      const states = new Set(drafts.map((line) => line.split(":", 1)[0]));
      expect(states).toEqual(DRAFT_STATES);
      expect(await linesOf("out-of-order")).toEqual(["Not available: HTTP_503"]);
    },
  );

  test.skipIf(isBrowserAbsent)(
    "a React page stays logged in in two tabs, which renew its token once together",
    async () => {
      const place = install("react-page");
      const servers = await Promise.all(
        (["auth", "curation"] as const).map(async (service) => {
          const folder = mkdtempSync(join(tmpdir(), "bourse-page-"));
          onTestFinished(() => rmSync(folder, { recursive: true }));
          return await startProcess(join(root, `servers/${service}/src/main.ts`), {
            [`${service.toUpperCase()}_PORT`]: "0",
            [`${service.toUpperCase()}_STORE_URL`]: "memory:",
            DATA_DIR: folder,
          });
        }),
      );
      const [auth, curation] = servers;
      const vite = join(place, "node_modules/vite/bin/vite.js");
      expect(run(place, process.execPath, vite, "build")).toMatchObject({ status: 0 });
      const page = spawn(
        process.execPath,
        [vite, "preview", "--host", "127.0.0.1", "--port", "0"],
        {
          cwd: place,
          env: { ...process.env, NO_COLOR: "1", AUTH_URL: auth?.url, CURATION_URL: curation?.url },
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      onTestFinished(() => void page.kill("SIGKILL"));
      const url = await new Promise<string>((resolve) => {
        createInterface({ input: page.stdout }).on("line", (line) => {
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
          if (found !== null) resolve(found[0]);
        });
      });

      const browser = await openBrowser();
      onTestFinished(() => browser.close());
      const context = await browser.newContext();
      const tabs = [await context.newPage(), await context.newPage()] as const;
      const statuses: number[] = [];
      context.on("response", (response) => {
        if (response.url().includes("/auth/refresh")) statuses.push(response.status());
      });
      for (const tab of tabs) await tab.goto(url);
      await tabs[0].getByRole("button", { name: "Register" }).click();
      await tabs[0].getByText("registered").waitFor();
      const email = (await tabs[0].locator("output").innerText()).replace("registered ", "");

      // The token of the login is refused, or due to be renewed, in both tabs at once.
      const changes = ["token: tokens.token + 'x'", "renewAt: 0"];
      for (const change of [...changes, ...changes, ...changes]) {
        await tabs[0].evaluate(`(() => {
        const tokens = JSON.parse(localStorage.getItem("auth"));
        localStorage.setItem("auth", JSON.stringify({ ...tokens, ${change} }));
      })()`);
        await Promise.all(tabs.map((tab) => tab.getByRole("button", { name: "Ask" }).click()));
        for (const tab of tabs) await tab.getByText(`${email}, 0 markets`).waitFor();
      }
      // A browser may show a tab late what another has stored: it refreshes again, within the grace of the old token.
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(statuses.length).toBeGreaterThanOrEqual(6);
      expect(statuses.length, "each tab refreshed by itself").toBeLessThan(9);
    },
  );
});
