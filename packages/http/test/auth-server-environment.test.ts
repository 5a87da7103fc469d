import { expect, test } from "vitest";

import { authServerEnvironment, readEnvironment } from "../src/environment.ts";

const read = (AUTH_URL: string): string | undefined =>
  readEnvironment({ ...authServerEnvironment }, { AUTH_URL }).AUTH_URL;

test.each([
  "https://auth.example",
  "https://auth.example/accounts/api/v1",
  "http://127.0.0.1:3000",
  "http://localhost:3000",
  "http://[::1]:3000",
])("%s may be AUTH_URL", (url) => {
  expect(read(url)).toBe(url);
});

test.each([
  "http://auth.example",
  "http://10.0.0.7",
  "http://127.0.0.1.example",
  "http://localhost.example",
  "http://0.0.0.0:3000",
  "https://user:password@auth.example",
  "https://auth.example?next=1",
  "ftp://127.0.0.1",
  "auth.example",
])("%s is refused as AUTH_URL: keys would leave the machine unprotected", (url) => {
  expect(() => read(url)).toThrow(/AUTH_URL: expected an https address/);
});
