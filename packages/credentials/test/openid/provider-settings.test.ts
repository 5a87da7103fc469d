import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openOpenId, readOpenIdProviders } from "../../src/openid-client/index.ts";

const SECRET = "s3cret-of-the-client";
const GOOGLE = {
  name: "google",
  issuer: "https://accounts.google.com",
  clientId: "id",
  clientSecret: SECRET,
};
const textOf = (fields: Record<string, unknown>): string =>
  JSON.stringify([{ ...GOOGLE, ...fields }]);

const faultOf = (text: string): string => {
  try {
    readOpenIdProviders(text);
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

test("providers have defaults for scopes and label, and id is another word for name", () => {
  const read = { ...GOOGLE, scopes: ["openid", "email", "profile"], label: "google" };
  expect(readOpenIdProviders(JSON.stringify([GOOGLE]))).toEqual([read]);
  const { name: id, ...rest } = GOOGLE;
  expect(readOpenIdProviders(JSON.stringify([{ id, ...rest }]))).toEqual([read]);
  expect(readOpenIdProviders(textOf({ scopes: "openid email", label: "Google" }))).toMatchObject([
    { scopes: ["openid", "email"], label: "Google" },
  ]);
});

test("providers are read from a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "providers-"));
  const path = join(folder, "oidc.json");
  writeFileSync(path, JSON.stringify([GOOGLE]));
  expect(readOpenIdProviders(path)).toMatchObject([{ name: "google" }]);
  rmSync(folder, { recursive: true });
  expect(faultOf(path)).toContain("ENOENT");
});

test.each([
  ["", "neither a JSON array nor the path"],
  ["[", "no valid JSON"],
  [`[{"clientSecret":"${SECRET}"`, "no valid JSON"],
  [`${SECRET}`, "neither a JSON array nor the path"],
  ["[]", "1 to 20 providers"],
  ["{}", "1 to 20 providers"],
  ["[1]", "provider 1: expected an object"],
  [textOf({ clientsecret: SECRET }), 'no field "clientsecret". Did you mean "clientSecret"?'],
  [textOf({ id: "google" }), "name or id, not both"],
  [textOf({ name: "Google!" }), "lower-case letters"],
  [textOf({ issuer: "http://accounts.example" }), "google: issuer: expected an https address"],
  [textOf({ issuer: "https://a.example/.well-known/openid-configuration" }), "issuer: expected"],
  [textOf({ issuer: "https://a.example/?tenant=1" }), "issuer: expected"],
  [textOf({ issuer: "https://user:pass@a.example" }), "issuer: expected"],
  [textOf({ issuer: "ftp://a.example" }), "issuer: expected"],
  [textOf({ clientSecret: "" }), "provider 1: clientSecret: expected"],
  [textOf({ clientSecret: `${SECRET}\n` }), "without control characters"],
  [textOf({ clientId: 7 }), "provider 1: clientId: expected"],
  [textOf({ scopes: ["email"] }), "google: scopes: expected openid"],
  [textOf({ scopes: ["openid", 'a"b'] }), "google: scopes: expected an array"],
  [textOf({ label: "" }), "provider 1: label: expected"],
  [JSON.stringify([GOOGLE, GOOGLE]), "the name google is given to two providers"],
])("settings %# are refused by a sentence without a secret", (text, fault) => {
  const message = faultOf(text);
  expect(message).toContain(fault);
  expect(message).not.toContain(SECRET);
});

test("a server without an address of its page says that it is missing", async () => {
  const providers = JSON.stringify([GOOGLE]);
  const apiPath = "/api/v1";
  expect(await openOpenId({ providers: undefined, publicUrl: undefined, apiPath })).toBe(undefined);
  expect(await openOpenId({ providers, publicUrl: undefined, apiPath })).toEqual({
    missing: "PUBLIC_URL",
  });
  const opened = await openOpenId({ providers, publicUrl: "https://a.example/", apiPath });
  expect(opened).toMatchObject({ client: { providers: [{ name: "google", label: "google" }] } });
  const callbackUrl = opened && "callbackUrl" in opened ? opened.callbackUrl("google") : "";
  expect(callbackUrl).toBe("https://a.example/api/v1/auth/oidc/google/callback");
});
