/** Answers of two services that are equal but for what each makes up itself. */
import { describe, expect, test } from "vitest";

import { Twins } from "../../src/differential/twins.ts";
import type { Answer } from "../../src/http/wire.ts";

const answer = (json: object): Answer => ({
  status: 200,
  headers: new Headers(),
  text: JSON.stringify(json),
  json,
});
const uri = (secret: string): string => `otpauth://totp/Bourse:ada?secret=${secret}&digits=6`;

/** Secrets in base32, of which one in a thousand has no digit. */
const WITH_DIGITS = "U7QAUVQ26YSIVIQDXANXJOKD3ECADUCB";
const WITHOUT = "XHXDJBMCMOMAKKECFWEVNNTOVYFIANJC";

describe("a secret within an address", () => {
  test.each([
    [WITH_DIGITS, WITHOUT],
    [WITHOUT, WITH_DIGITS],
    [WITHOUT, WITHOUT.replaceAll("X", "Q")],
  ])("stands for that of the other service, with digits or without: %s", (left, right) => {
    const twins = new Twins();
    const [one, other] = [answer({ uri: uri(left) }), answer({ uri: uri(right) })];
    expect(twins.compare(one, other)).toBeUndefined();
    // And for no other one from then on.
    expect(twins.compare(one, answer({ uri: uri(`${right.slice(0, -1)}A`) }))).toMatchObject({
      place: "uri",
    });
  });
});

test("a sentence with another code in capitals is a difference", () => {
  const twins = new Twins();
  const told = (code: string) => answer({ message: `The code is ${code}.` });
  expect(twins.compare(told("NOT_FOUND"), told("CONFLICT"))).toMatchObject({ place: "message" });
});
