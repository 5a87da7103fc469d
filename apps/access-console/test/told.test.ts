import { expect, test } from "vitest";

import { deviceOf } from "../page/model/device.ts";
import { Told, told } from "../page/model/told.ts";

const failure = (members: object): Error => Object.assign(new Error("it failed"), members);

test("a refusal of one field is about that field, in the service's own words", () => {
  const issues = [{ loc: ["body", "password"], msg: "is too common" }];
  const error = told(failure({ code: "VALIDATION_ERROR", status: 400, issues }));
  expect(error).toBeInstanceOf(Told);
  expect(error).toMatchObject({ message: "Is too common.", field: "password" });
});

test("a taken e-mail is about the e-mail, although the service names no field", () => {
  expect(told(failure({ code: "EMAIL_TAKEN", status: 409 }))).toMatchObject({ field: "email" });
});

test("a rate limit says how long to wait", () => {
  const error = told(failure({ code: "RATE_LIMITED", status: 429, retryAfterSeconds: 41.2 }));
  expect(error.message).toBe("It failed. Wait 42 s, then try again.");
});

test("a person is asked to try again, never to call again", () => {
  for (const status of [429, 500, 503]) {
    const error = told(failure({ code: "SERVICE_BUSY", status }));
    expect(error.message).toMatch(/try again/iu);
    expect(error.message).not.toMatch(/call again/iu);
  }
});

test("a code that has no sentence of its own gets the client's advice", () => {
  const error = told(failure({ code: "QUOTA_EXCEEDED", status: 409 }));
  expect(error.message).toContain("It failed. ");
  expect(error.message.length).toBeGreaterThan("It failed. ".length);
});

test("an error of the page itself stays what it is", () => {
  const error = new Error("not of a call");
  expect(told(error)).toBe(error);
  expect(told("text").message).toBe("text");
});

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Firefox on macOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  ["curl/8.5.0", "curl/8.5.0"],
  [null, "Unknown program"],
  ["", "Unknown program"],
])("the device of %j is %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
