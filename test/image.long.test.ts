/** The image's build, by the very commands of the Dockerfile in a folder of the test: no engine runs here. */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { childVariables } from "./support/child-variables.ts";
import { stagesOf, wordsOf } from "./support/dockerfile.ts";
import { freePorts } from "./support/free-ports.ts";
import { isLongRun } from "./support/rounds.ts";
import { root } from "./support/workspace.ts";

/** Everybody's user without rights, of whom the image's `node` is one too. */
const NOBODY = 65_534;
const IS_ROOT = process.getuid?.() === 0;

describe.skipIf(!isLongRun)("the image of the auth server", { timeout: 600_000 }, () => {
  test("is built by its steps, runs without rights over a read-only app, is healthy, and drains", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bourse-image-"));
    chmodSync(folder, 0o755);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [build = [], runtime = []] = stagesOf(readFileSync(join(root, "Dockerfile"), "utf8"));
    const [src, app, data] = ["src", "app", "data"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    copyContext(src);
    const inTest = (text: string): string => text.replaceAll(/(?<![\w.])\/app\b/g, app);
    const variables = {
      ...childVariables(),
      HOME: process.env["HOME"] ?? folder,
      SERVICE: "auth",
      npm_config_prefer_offline: "true",
      pnpm_config_prefer_offline: "true",
    };
    const steps = build.filter(({ name }) => name === "RUN").map(({ text }) => inTest(text));
    expect(steps.length).toBe(6);
    for (const step of steps) {
      const { status, stdout, stderr } = spawnSync("sh", ["-c", step], {
        cwd: src,
        env: variables,
        encoding: "utf8",
      });
      expect(status, `${step}\n${stdout}\n${stderr}`).toBe(0);
    }
    rmSync(src, { recursive: true });

    mkdirSync(data, { mode: 0o700 });
    const port = await freePorts(1);
    const settings = {
      ...childVariables(),
      ...variablesOf(inTest(runtime.find(({ name }) => name === "ENV")?.text ?? "")),
      SERVICE: "auth",
      PATH: [join(app, "node_modules/.bin"), dirname(process.execPath), process.env["PATH"]].join(
        ":",
      ),
      DATA_DIR: data,
      HOST: "127.0.0.1",
      AUTH_PORT: String(port),
      HOME: "/nonexistent",
      NODE_COMPILE_CACHE: "",
    };
    expect(settings).toMatchObject({ NODE_ENV: "production" });
    const asNobody = IS_ROOT ? { uid: NOBODY, gid: NOBODY } : {};
    if (IS_ROOT) chownSync(data, NOBODY, NOBODY);
    const options = { cwd: data, env: settings, ...asNobody } as const;
    const [program = "", ...words] = wordsOf(runtime, "CMD");
    const server = spawn(program, words, {
      ...options,
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void server.kill("SIGKILL"));
    let output = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    await expect.poll(() => output).toContain("is ready.");

    const elsewhere = { ...settings, AUTH_STORE_URL: "postgres://u:p@127.0.0.1:1/x" };
    const refused = spawnSync(program, words, { ...options, env: elsewhere });
    expect(String(refused.stderr), "the engine for PostgreSQL is there").toContain("ECONNREFUSED");

    const [checker = "", ...check] = wordsOf(runtime, "HEALTHCHECK");
    const health = (): number | null => spawnSync(checker, check, options).status;
    expect(health()).toBe(0);
    server.kill("SIGTERM");
    expect(await once(server, "exit")).toEqual([0, null]);
    expect(health()).toBe(1);
  });
});

/** The files that `COPY . .` would take: those under version control and new ones, as .gitignore has them. */
function copyContext(target: string): void {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 25,
  });
  for (const file of list.split("\n").filter(Boolean)) {
    cpSync(join(root, file), join(target, file), { recursive: true });
  }
}

function variablesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(" ").map((pair) => pair.split("=") as [string, string]));
}
