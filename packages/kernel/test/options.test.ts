import { describe, expect, test } from "vitest";

import {
  booleanOption,
  choiceOption,
  functionOption,
  integerOption,
  numberOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
} from "../src/index.ts";

interface Settings {
  readonly timeoutMilliseconds: number;
  readonly fee: number;
  readonly fill: "close" | "next_open";
  readonly name: string | undefined;
  readonly strict: boolean;
  readonly clock: Clock;
  readonly warn: (sentence: string) => void;
}

const silent = (): void => undefined;
const resolve = (given?: object): Readonly<Settings> =>
  resolveOptions<Settings>("simulate", given, {
    timeoutMilliseconds: integerOption({ min: 1, max: 60_000, default: 2000 }),
    fee: numberOption({ min: 0, below: 0.5, default: 0.001 }),
    fill: choiceOption(["close", "next_open"], { default: "next_open" }),
    name: optional(textOption({ maxLength: 5 })),
    strict: booleanOption({ default: false }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    warn: functionOption<(sentence: string) => void>({ default: silent }),
  });

const refused = (given: object): string => {
  try {
    resolve(given);
  } catch (error) {
    expect(error).toMatchObject({ code: "OPTION_INVALID" });
    return (error as Error).message;
  }
  return "nothing was refused";
};

describe("options", () => {
  test("are all there, with their defaults, and frozen", () => {
    const resolved = resolve();
    expect(resolved).toEqual({
      timeoutMilliseconds: 2000,
      fee: 0.001,
      fill: "next_open",
      name: undefined,
      strict: false,
      clock: systemClock,
      warn: silent,
    });
    expect(Object.isFrozen(resolved)).toBe(true);
  });

  test("that are given win; undefined counts as left out", () => {
    expect(resolve({ fee: 0, name: "x", strict: true, fill: undefined })).toMatchObject({
      fee: 0,
      name: "x",
      strict: true,
      fill: "next_open",
    });
  });

  test.each([
    [
      { timeoutMiliseconds: 5 },
      'simulate: there is no option "timeoutMiliseconds". Did you mean "timeoutMilliseconds"?',
    ],
    [{ Fee: 0 }, 'simulate: there is no option "Fee". Did you mean "fee"?'],
    [
      { leverage: 3 },
      'simulate: there is no option "leverage". Known: timeoutMilliseconds, fee, fill, name, strict, clock, warn.',
    ],
    [JSON.parse('{"__proto__": 1}') as object, "simulate: there is no option"],
    [{ toString: silent }, "simulate: there is no option"],
  ])("of an unknown name are refused with the nearest known one: %j", (given, message) => {
    expect(refused(given)).toContain(message);
  });

  test.each([
    [
      { timeoutMilliseconds: 0 },
      '"timeoutMilliseconds" must be a whole number from 1 to 60000, found 0.',
    ],
    [{ timeoutMilliseconds: 60_001 }, "found 60001."],
    [{ timeoutMilliseconds: 1.5 }, "found 1.5."],
    [{ timeoutMilliseconds: "5" }, "found text of 1 characters."],
    [{ timeoutMilliseconds: 2 ** 53 }, "found 9007199254740992."],
    [{ fee: 0.5 }, '"fee" must be a finite number of at least 0 and below 0.5, found 0.5.'],
    [{ fee: NaN }, "found NaN."],
    [{ fee: null }, "found null."],
    [{ fill: "open" }, '"fill" must be one of "close", "next_open", found text of 4 characters.'],
    [{ name: "" }, '"name" must be text of 1 to 5 characters, found text of 0 characters.'],
    [{ strict: 1 }, '"strict" must be true or false, found 1.'],
    [{ clock: {} }, '"clock" must be an object with now(), monotonic(), sleep(), found an object.'],
    [{ warn: [] }, '"warn" must be a function, found an array of 0.'],
  ])("out of bounds are refused with what was expected and found: %j", (given, message) => {
    expect(refused(given)).toContain(message);
  });

  test("just inside their bounds pass", () => {
    const inside = { timeoutMilliseconds: 60_000, fee: 0.499_999, name: "12345" };
    expect(resolve(inside)).toMatchObject(inside);
    expect(resolve({ timeoutMilliseconds: 1, fee: 0 })).toMatchObject({ timeoutMilliseconds: 1 });
  });

  test("never show text that was given: it may be a secret", () => {
    expect(refused({ fee: "hunter2" })).not.toContain("hunter2");
  });

  test("without a default must be given", () => {
    expect(() => resolveOptions("open", {}, { path: textOption() })).toThrow(
      'open: option "path" is required: expected text of 1 to 1000 characters.',
    );
  });

  test.each([[[]], [null], ["text"], [5]])("given as %j are refused", (given) => {
    expect(() => resolve(given as object)).toThrow("simulate: expected an object of options.");
  });
});
