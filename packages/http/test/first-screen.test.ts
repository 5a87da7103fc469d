/** The screen that a person at a terminal reads when a server has started. */

import { describe, expect, test } from "vitest";

import { changedSettings } from "../src/environment/changed-settings.ts";
import { commonEnvironment, facingNetwork, readEnvironment } from "../src/index.ts";
import { humanLine } from "../src/logging/human-line.ts";
import { startNote } from "../src/run/start-note.ts";

const environment = { ...commonEnvironment };

describe("the settings of the first screen", () => {
  test("are those that differ from their defaults, secrets masked", () => {
    const variables = {
      HOST: "127.0.0.1",
      DATA_DIR: "/srv/bourse",
      LOG_LEVEL: "INFO",
      API_KEYS: "hunter2hunter2hunter2",
      STORE_URL: "postgres://ada:hunter2@db/bourse",
    };
    const config = readEnvironment(environment, variables);
    expect(changedSettings(environment, config)).toEqual({
      DATA_DIR: "/srv/bourse",
      API_KEYS: "1 set",
      STORE_URL: "postgres://…@db/bourse",
    });
  });

  test("are none where every variable has its default", () => {
    const config = readEnvironment(environment, {});
    expect(changedSettings(environment, config)).toEqual({});
  });
});

describe("a warning above the first screen", () => {
  const line = (level: string, isColoured: boolean): string =>
    humanLine(
      JSON.stringify({
        time: "2026-01-02T10:20:30.000Z",
        level,
        name: "bourse-auth",
        msg: "master key created in ./data/auth.key: keep a copy; without it the store is lost",
        path: "x",
      }),
      isColoured,
    );

  test.each([
    ["warn", false],
    ["WARNING", false],
    ["warn", true],
  ])("of level %s, coloured %s, keeps to 80 columns and loses no word", (level, isColoured) => {
    expect(startNote(line(level, isColoured))).toBe(
      "! auth: master key created in ./data/auth.key: keep a copy; without it the store\n  is lost path=x\n",
    );
  });

  test("leaves an error as the log has it", () => {
    expect(startNote(line("error", true))).toBe(line("error", true));
  });
});

test.each([
  ["127.0.0.1", 3000, []],
  ["::1", 3000, []],
  ["0.0.0.0", "http://127.0.0.1:3000", ["API 0.0.0.0:3000"]],
  ["::", 3000, ["API [::]:3000"]],
])("%s faces the network, or does not", (host, port, expected) => {
  expect(facingNetwork("API", host, port)).toEqual(expected);
});
