import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { readEnvironment, type HttpLogger } from "@bourse/http";
import { layoutOf } from "@bourse/node-core/files";
import { expect, onTestFinished, test, vi } from "vitest";

import { checkSettings } from "../src/check-settings.ts";
import { nodeEnvironment } from "../src/environment.ts";
import { nameLevel } from "../src/log-level.ts";
import { openNodeIdentity } from "../src/open-identity.ts";
import { startNodeServer } from "../src/start.ts";
import { tempFolder } from "./support/temp-folder.ts";

// Keys cost what they cost in earnest.
vi.setConfig({ testTimeout: 60_000 });

async function identityWith(variables: Readonly<Record<string, string>>, folder?: string) {
  const DATA_DIR = folder ?? (await tempFolder(onTestFinished));
  const warnings: string[] = [];
  const layout = layoutOf(DATA_DIR);
  const config = readEnvironment(nodeEnvironment, { DATA_DIR, ...variables });
  const identity = await openNodeIdentity(config, layout, (text) => void warnings.push(text), {
    create: true,
  });
  return { identity, warnings, layout, DATA_DIR };
}

test("in production a node without a password does not start", async () => {
  await expect(identityWith({ NODE_ENV: "production" })).rejects.toMatchObject({
    code: "SETTINGS_CONFLICT",
    message: expect.stringContaining("KEYSTORE_PASSWORD_FILE") as unknown,
  });
});

test("in development a password is made beside the keys, once, and loudly", async () => {
  const { identity, warnings, layout, DATA_DIR } = await identityWith({});
  expect(warnings.join()).toContain("before using real money");
  const password = await readFile(layout.developmentPassword, "utf8");
  expect(password.trim()).toMatch(/^[\w-]{32}$/);
  expect((await stat(layout.developmentPassword)).mode & 0o777).toBe(0o600);
  const again = await identityWith({}, DATA_DIR);
  expect(again.identity.address).toBe(identity.address);
});

test("a password file is read without the line's end, and an empty one is refused", async () => {
  const folder = await tempFolder(onTestFinished);
  const path = join(folder, "password");
  await writeFile(path, "correct horse\n");
  const { identity, DATA_DIR } = await identityWith({ KEYSTORE_PASSWORD_FILE: path });
  const same = await identityWith({ KEYSTORE_PASSWORD: "correct horse" }, DATA_DIR);
  expect(same.identity.address).toBe(identity.address);
  await expect(identityWith({ KEYSTORE_PASSWORD: "wrong" }, DATA_DIR)).rejects.toMatchObject({
    code: "KEYSTORE_LOCKED",
  });
  await writeFile(path, "\n");
  await expect(identityWith({ KEYSTORE_PASSWORD_FILE: path })).rejects.toMatchObject({
    code: "SETTINGS_CONFLICT",
  });
});

test("a private key is taken in with or without 0x, and is in no error", async () => {
  const key = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
  const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  for (const PRIVATE_KEY of [key, `0x${key}`]) {
    const { identity } = await identityWith({ PRIVATE_KEY, KEYSTORE_PASSWORD: "p" });
    expect(identity.address).toBe(address);
  }
  const bad = identityWith({ PRIVATE_KEY: `${key}00`, KEYSTORE_PASSWORD: "p" });
  await expect(bad).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(bad).rejects.not.toThrow(key);
});

test("a chain of others needs the register's address on it", async () => {
  const config = readEnvironment(nodeEnvironment, {
    DATA_DIR: await tempFolder(onTestFinished),
    BLOCKCHAIN_URL: "http://127.0.0.1:1",
  });
  await expect(startNodeServer(config)).rejects.toMatchObject({
    code: "SETTINGS_CONFLICT",
    message: expect.stringContaining("COMPLIANCE_CONTRACT") as unknown,
  });
});

test("where real money moves, the accounts of an auth server are named", async () => {
  const config = readEnvironment(nodeEnvironment, {
    DATA_DIR: await tempFolder(onTestFinished),
    BLOCKCHAIN_URL: "http://127.0.0.1:1",
    BLOCKCHAIN_ID: "1",
    COMPLIANCE_CONTRACT: `0x${"1".repeat(40)}`,
    AUTH_URL: "https://auth.example",
  });
  await expect(startNodeServer(config)).rejects.toMatchObject({
    code: "SETTINGS_CONFLICT",
    message: expect.stringContaining("AUTH_ACCOUNTS") as unknown,
  });
});

test.each(["0", "65536", "http", "-1"])("port %s is refused by its variable's name", (port) => {
  for (const name of ["INTERNAL_API_PORT", "EXTERNAL_API_PORT", "DASHBOARD_API_PORT", "P2P_PORT"]) {
    expect(() => readEnvironment(nodeEnvironment, { [name]: port })).toThrow(name);
  }
});

test("the log's levels are DEBUG, INFO, WARNING and ERROR, in any case", () => {
  const levelOf = (LOG_LEVEL: string) => readEnvironment(nodeEnvironment, { LOG_LEVEL }).LOG_LEVEL;
  expect(["DEBUG", "Info", "WARNING", "warn", "error"].map(levelOf)).toEqual([
    "debug",
    "info",
    "warn",
    "warn",
    "error",
  ]);
  expect(() => levelOf("loud")).toThrow("LOG_LEVEL");
  const levels = ["debug", "info", "warn", "error", "fatal"];
  expect(levels.map(nameLevel)).toEqual(["DEBUG", "INFO", "WARNING", "ERROR", "ERROR"]);
});

test.each(["xyzzy", "short password", "aaaaaaaaaaaaaaaaaaaa"])(
  "a weak keystore password is refused in production: %s",
  async (KEYSTORE_PASSWORD) => {
    await expect(identityWith({ KEYSTORE_PASSWORD, NODE_ENV: "production" })).rejects.toMatchObject(
      {
        code: "SETTINGS_CONFLICT",
        message: expect.not.stringContaining(KEYSTORE_PASSWORD) as string,
      },
    );
  },
);

test("a strong keystore password is taken in production", async () => {
  const KEYSTORE_PASSWORD = "four words that nobody says";
  const { identity } = await identityWith({ KEYSTORE_PASSWORD, NODE_ENV: "production" });
  expect(identity.address).toMatch(/^0x/);
});

test("a minimum tip above the maximum fee is refused at the start", () => {
  const config = readEnvironment(nodeEnvironment, { MIN_TIP_GWEI: "600" });
  const logger = { warn: () => undefined } as unknown as HttpLogger;
  expect(() => checkSettings(config, logger)).toThrow(
    "MIN_TIP_GWEI: expected at most MAX_FEE_GWEI",
  );
});
