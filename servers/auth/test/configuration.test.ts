import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { describeEnvironment, readEnvironment } from "@bourse/http";
import { hasCode } from "@bourse/kernel";
import { describe, expect, test, vi } from "vitest";

import { authEnvironment } from "../src/environment.ts";
import { signUp } from "./support/calls.ts";
import { collectingLogger } from "./support/collecting-logger.ts";
import { runTestServer } from "./support/running-server.ts";
import { runServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

vi.setConfig({ testTimeout: 30_000 });

const KEY = Buffer.alloc(32, 7).toString("base64url");

async function onDisk(): Promise<{ DATA_DIR: string; AUTH_STORE_URL: string }> {
  const folder = await tempFolder();
  return { DATA_DIR: folder, AUTH_STORE_URL: `lowdb:${join(folder, "auth.json")}` };
}

async function codeOf(start: Promise<unknown>): Promise<string> {
  return await start.then(
    () => "started",
    (error: { code?: string }) => error.code ?? "no code",
  );
}

describe("the settings", () => {
  test.each([
    ["AUTH_PORT", "70000"],
    ["AUTH_PORT", "http"],
    ["AUTH_ALGORITHM", "none"],
    ["AUTH_PREFIX", "api"],
    ["AUTH_PREFIX", "/api/"],
    ["AUTH_PREFIX", "/a b"],
    ["ACCESS_TOKEN_TTL_SECONDS", "29"],
    ["ACCESS_TOKEN_TTL_SECONDS", "15m"],
    ["AUTH_MASTER_KEY", "short"],
    ["AUTH_MASTER_KEY", "a".repeat(44)],
    ["LOGIN_FAILURES_PER_ACCOUNT", "0"],
    ["CORS_ORIGINS", "app.example"],
    ["TRUST_PROXY", "yes"],
    ["LOG_LEVEL", "loud"],
  ])("%s=%s is named, and its value shown unless it is a secret", (name, value) => {
    const read = (): unknown => readEnvironment(authEnvironment, { [name]: value });
    expect(read).toThrow(name);
    if (name === "AUTH_MASTER_KEY") expect(read).not.toThrow(value);
    else expect(read).toThrow(value);
  });

  test("that are bad end the process with code 1, each on a line, before anything is opened", async () => {
    const folder = join(await tempFolder(), "data");
    const variables = { DATA_DIR: folder, AUTH_PORT: "x", AUTH_ALGORITHM: "RS256" };
    const { code, output } = await runServerProcess(variables);
    expect(code).toBe(1);
    expect(output).toMatch(/AUTH_PORT: expected .*\n\s+AUTH_ALGORITHM: expected /);
    await expect(stat(folder)).rejects.toThrow("ENOENT");
  });

  test("are shown without their secrets", () => {
    const config = readEnvironment(authEnvironment, {
      AUTH_MASTER_KEY: KEY,
      AUTH_STORE_URL: "postgres://user:hunter2@db/auth",
    });
    const shown = JSON.stringify(describeEnvironment(authEnvironment, config));
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain("hunter2");
    expect(shown).toContain("ES256");
  });

  test("of production warn of what would travel in clear", async () => {
    const { logger, lines } = collectingLogger();
    await runTestServer(
      {
        NODE_ENV: "production",
        CORS_ORIGINS: "*,http://app.example",
        AUTH_ISSUER: "http://auth.example",
      },
      { logger },
    );
    const warnings = lines.filter(({ level }) => level === "warn").map(({ message }) => message);
    for (const word of ["CORS_ORIGINS is *", "http://app.example", "AUTH_ISSUER"]) {
      expect(warnings.some((warning) => warning.includes(word))).toBe(true);
    }
  });

  test("of production say nothing where all is well", async () => {
    const { logger, lines } = collectingLogger();
    await runTestServer(
      { NODE_ENV: "production", CORS_ORIGINS: "https://app.example", AUTH_MASTER_KEY: KEY },
      { logger },
    );
    expect(lines.filter(({ level }) => level === "warn")).toEqual([]);
  });
});

describe("the master key", () => {
  test("is made once, for its owner only, and said so in the log", async () => {
    const variables = await onDisk();
    const { logger, lines } = collectingLogger();
    const first = await runTestServer(variables, { logger });
    const path = join(variables.DATA_DIR, "auth.key");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const made = await readFile(path, "utf8");
    expect(made).toMatch(/^[\w-]{43}\n$/);
    expect(lines.map(({ message }) => message).join("\n")).toContain(path);
    const { token } = await signUp(first);
    await first.close();

    const second = await runTestServer(variables);
    expect(await readFile(path, "utf8")).toBe(made);
    expect((await second.get("auth/me", { token })).status).toBe(200);
  });

  test("that others can read is warned of", async () => {
    const variables = await onDisk();
    await (await runTestServer(variables)).close();
    await chmod(join(variables.DATA_DIR, "auth.key"), 0o644);
    const { logger, lines } = collectingLogger();
    await runTestServer(variables, { logger });
    expect(lines.some(({ message }) => message.includes("chmod 600"))).toBe(true);
  });

  test("that is lost, wrong or damaged stops the start, and nothing is replaced", async () => {
    const variables = await onDisk();
    const path = join(variables.DATA_DIR, "auth.key");
    await (await runTestServer(variables)).close();
    const made = await readFile(path, "utf8");

    await rm(path);
    expect(await codeOf(runTestServer(variables))).toBe("MASTER_KEY_MISSING");
    await expect(stat(path)).rejects.toThrow("ENOENT");
    await writeFile(path, "nonsense\n");
    expect(await codeOf(runTestServer(variables))).toBe("MASTER_KEY_FILE_INVALID");
    expect(await readFile(path, "utf8")).toBe("nonsense\n");
    const other = { ...variables, AUTH_MASTER_KEY: KEY };
    expect(await codeOf(runTestServer(other))).toBe("STORE_KEY_INVALID");

    await writeFile(path, made);
    const { token } = await signUp(await runTestServer(variables));
    expect(token).not.toBe("");
  });

  test("that is configured makes no file", async () => {
    const variables = { ...(await onDisk()), AUTH_MASTER_KEY: KEY };
    await runTestServer(variables);
    await expect(stat(join(variables.DATA_DIR, "auth.key"))).rejects.toThrow("ENOENT");
  });
});

test("without a setting the data is one SQLite file in DATA_DIR, for its owner only", async () => {
  const server = await runTestServer({ AUTH_STORE_URL: "" });
  await signUp(server);
  const { mode, size } = await stat(join(server.folder, "auth.db"));
  expect(mode & 0o777).toBe(0o600);
  expect(size).toBeGreaterThan(0);
  const named = await runTestServer({
    AUTH_STORE_URL: "",
    STORE_URL: `sqlite:${join(server.folder, "all.db")}`,
  });
  await signUp(named);
  expect((await stat(join(server.folder, "all.db"))).size).toBeGreaterThan(0);
});

test("what fails to start gives back what it opened", async () => {
  const variables = await onDisk();
  const running = await runTestServer();
  const taken = new URL(running.url).port;
  const error: unknown = await runTestServer({ ...variables, AUTH_PORT: taken }).catch(
    (cause: unknown) => cause,
  );
  expect(hasCode(error, "PORT_IN_USE")).toBe(true);
  expect((await (await runTestServer(variables)).get("/health")).status).toBe(200);
});
