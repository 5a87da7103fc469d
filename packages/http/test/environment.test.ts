import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  booleanVariable,
  commonEnvironment,
  describeEnvironment,
  HttpError,
  integerVariable,
  portVariable,
  readEnvironment,
  secret,
  textVariable,
} from "../src/index.ts";

const shape = {
  ...commonEnvironment,
  SAMPLE_PORT: portVariable(3002),
  SAMPLE_DEBUG: booleanVariable(false),
  SAMPLE_WORKERS: integerVariable({ min: 1, max: 8, default: 2 }),
  SAMPLE_TOKEN: secret(textVariable("none")),
};

const read = (
  environment: Record<string, string>,
): ReturnType<typeof readEnvironment<typeof shape>> => readEnvironment(shape, environment);

const errorOf = (environment: Record<string, string>): HttpError => {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof HttpError) return error;
  }
  throw new Error("expected an HttpError");
};

describe("an environment", () => {
  test("without any variable has every default", () => {
    expect(read({})).toMatchObject({
      HOST: "127.0.0.1",
      DATA_DIR: "./data",
      STORE_URL: undefined,
      API_KEYS: [],
      LOG_LEVEL: "info",
      NODE_ENV: "development",
      CORS_ORIGINS: [],
      SAMPLE_PORT: 3002,
      SAMPLE_DEBUG: false,
      SAMPLE_WORKERS: 2,
    });
  });

  test("takes blank variables for absent ones and ignores names it doesn't know", () => {
    expect(read({ SAMPLE_PORT: " ", HOST: "", UNKNOWN: "x" })).toEqual(read({}));
  });

  test("reads lists, words and numbers with the blanks around them dropped", () => {
    const values = read({
      API_KEYS: " 0123456789abcdef , fedcba9876543210,",
      CORS_ORIGINS: "https://a.example,*",
      SAMPLE_PORT: " 0 ",
      SAMPLE_DEBUG: "YES",
    });
    expect(values.API_KEYS).toEqual(["0123456789abcdef", "fedcba9876543210"]);
    expect(values.CORS_ORIGINS).toEqual(["https://a.example", "*"]);
    expect(values.SAMPLE_PORT).toBe(0);
    expect(values.SAMPLE_DEBUG).toBe(true);
  });

  test("names every bad variable in one error, with what was expected and what was found", () => {
    const error = errorOf({ SAMPLE_PORT: "70000", LOG_LEVEL: "loud", SAMPLE_WORKERS: "two" });
    expect(error.code).toBe("ENVIRONMENT_INVALID");
    expect(error.message.split("\n")).toEqual([
      "correct 3 environment variables:",
      '  LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent, found "loud"',
      '  SAMPLE_PORT: expected a whole number from 0 to 65535, found "70000"',
      '  SAMPLE_WORKERS: expected a whole number from 1 to 8, found "two"',
    ]);
  });

  test("never shows the value of a secret", () => {
    const error = errorOf({ API_KEYS: "hunter2" });
    expect(error.message).toBe(
      "correct 1 environment variable:\n" +
        "  API_KEYS: expected a comma list of keys of 16 to 512 characters each",
    );
    expect(JSON.stringify(error.details)).not.toContain("hunter2");
  });

  test.each([
    ["API_KEYS", "0123456789abcde"],
    ["API_KEYS", "0123456789abcdef,short"],
    ["TRUST_PROXY", "everyone"],
    ["CORS_ORIGINS", "https://a.example/path"],
    ["CORS_ORIGINS", "a.example"],
    ["ALLOWED_HOSTS", "a.example:80"],
    ["NODE_ENV", "prod"],
    ["SAMPLE_PORT", "3002.5"],
    ["SAMPLE_PORT", "-1"],
    ["SAMPLE_PORT", "1e3"],
    ["SAMPLE_DEBUG", "maybe"],
  ])("refuses %s=%s", (name, value) => {
    expect(errorOf({ [name]: value }).message).toContain(`  ${name}: expected `);
  });

  test("reads whole numbers up to 2^53 − 1 exactly, and refuses the next", () => {
    const chain = { CHAIN: integerVariable({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 1 }) };
    expect(readEnvironment(chain, { CHAIN: "9007199254740991" }).CHAIN).toBe(2 ** 53 - 1);
    for (const CHAIN of ["9007199254740992", "9007199254740993", "90071992547409910"]) {
      expect(() => readEnvironment(chain, { CHAIN })).toThrow(/CHAIN: expected a whole number/);
    }
  });

  test("gives a whole number back or refuses it, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (text) => {
        const trimmed = text.trim();
        const isGood = /^-?\d{1,16}$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= 8;
        if (trimmed === "") expect(read({ SAMPLE_WORKERS: text }).SAMPLE_WORKERS).toBe(2);
        else if (isGood)
          expect(read({ SAMPLE_WORKERS: text }).SAMPLE_WORKERS).toBe(Number(trimmed));
        else expect(errorOf({ SAMPLE_WORKERS: text }).code).toBe("ENVIRONMENT_INVALID");
      }),
    );
  });
});

test("a secret that looks like a URL is masked whole, unless its variable is one of URLs", () => {
  for (const SAMPLE_TOKEN of ["hunter2:hunter2", "a://hunter2/hunter2", "data:hunter2"]) {
    expect(describeEnvironment(shape, read({ SAMPLE_TOKEN }))["SAMPLE_TOKEN"]).toBe("***");
  }
});

test("a configuration is shown with its secrets masked", () => {
  const values = read({
    API_KEYS: "0123456789abcdef,fedcba9876543210",
    STORE_URL: "postgres://user:hunter2@db.example/bourse?password=hunter2",
    BUS_URL: "nats://hunter2@bus.example",
    SAMPLE_TOKEN: "hunter2",
    CORS_ORIGINS: "https://a.example",
  });
  const shown = describeEnvironment(shape, values);
  expect(shown).toMatchObject({
    HOST: "127.0.0.1",
    API_KEYS: "2 set",
    STORE_URL: "postgres://…@db.example/bourse?password=…",
    BUS_URL: "nats://…@bus.example",
    SAMPLE_TOKEN: "***",
    CORS_ORIGINS: "https://a.example",
    SAMPLE_PORT: "3002",
  });
  expect(JSON.stringify(shown)).not.toContain("hunter2");
});

test.each([
  ["https://rpc.example/v3/0123456789abcdef0123456789abcdef", "https://rpc.example/v3/…"],
  ["https://rpc.example/v2/aB-hunter_hunter_hunter?x=1#y", "https://rpc.example/v2/…?…"],
  ["https://rpc.example/?apikey=hunter2", "https://rpc.example/?…"],
  ["https://rpc.example?hunter2", "https://rpc.example?…"],
  ["https://rpc.example/#hunter2", "https://rpc.example/#…"],
  ["https://hunter2:hunter2@rpc.example:8545/", "https://…@rpc.example:8545/"],
  ["https://ann:hunter2/hunter2@rpc.example/", "https://…@rpc.example/"],
  ["wss://rpc.example/huntertwohuntertwo/ws", "wss://rpc.example/…/ws"],
  [
    "https://rpc.example/rpc-of-the-main-network/v1",
    "https://rpc.example/rpc-of-the-main-network/v1",
  ],
  ["nats://ann:hunter2@one:4222,nats://bob:hunter2@two", "nats://…@one:4222,nats://…@two"],
  [
    "postgres://db/bourse?schema=auth&sslpassword=hunter2",
    "postgres://db/bourse?schema=auth&sslpassword=…",
  ],
  ["sqlite:/srv/2026-backups-of-bourse/auth.db", "sqlite:/srv/2026-backups-of-bourse/auth.db"],
])("the secret URL %s is shown as %s", (STORE_URL, expected) => {
  expect(describeEnvironment(shape, read({ STORE_URL }))["STORE_URL"]).toBe(expected);
});

test("the refusal of a variable shows a URL without its login and keys", () => {
  const refused = errorOf({ SAMPLE_PORT: "https://ann:hunter2@a.example/hunter2hunter2hunter2" });
  expect(refused.message).toContain('found "https://…@a.example/…"');
});

test.each([
  ["WARNING", "warn"],
  ["warn", "warn"],
  ["Debug", "debug"],
  ["SILENT", "silent"],
])("LOG_LEVEL=%s is the level %s in every server", (text, level) => {
  const { LOG_LEVEL } = read({ LOG_LEVEL: text });
  expect(LOG_LEVEL).toBe(level);
});
