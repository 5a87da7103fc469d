import { AuthAuditAction, type AuditEntry } from "@bourse/contract/auth";
import { expect, test } from "vitest";

import { actorOf, type Names, sentenceOf, textOf } from "../page/pages/audit/sentence.ts";
import { TEXTS } from "../page/pages/audit/texts.ts";

const ADA = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
const KEY = "0b1f6c3f-9d7c-4a8e-8c1d-3f2b8a526a0f";
const BOB = "9d7c0b1f-4a8e-4a8e-8c1d-3f2b8a526a0f";

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  sequence: 1,
  time: "2026-01-01T00:00:00.000Z",
  action: "login",
  actor: `user:${ADA}`,
  outcome: "ok",
  code: null,
  account: ADA,
  address: "192.0.2.7",
  subject: null,
  details: {},
  previous: "0".repeat(64),
  hash: "1".repeat(64),
  ...given,
});

const named = new Map([
  [KEY, "nightly"],
  [BOB, "Bob 🚀"],
]);
const names: Names = { of: (id) => named.get(id), reader: ADA };
const said = (given: Partial<AuditEntry>, known = names): string =>
  textOf(sentenceOf(entry(given), known));

test("no act of the contract is without a text, and no text without an act", () => {
  expect(Object.keys(TEXTS).sort()).toEqual([...AuthAuditAction.options].sort());
  for (const texts of Object.values(TEXTS)) for (const text of texts) expect(text).toMatch(/^\w/u);
});

test("every act is a sentence without an id, a brace or a code, done and refused", () => {
  for (const action of AuthAuditAction.options) {
    for (const outcome of ["ok", "refused", "failed"] as const) {
      const details = { name: "a name", member: BOB };
      const text = said({ action, outcome, subject: KEY, details });
      expect(text).not.toContain("the account your");
      expect(text).not.toMatch(/[{}]|[0-9a-f]{8}-|undefined|\b[a-z]+\.[a-z]+/u);
    }
  }
});

test.each([
  [{ action: "login" }, "You signed in to your account"],
  [{ action: "account.registered" }, "You registered your account"],
  [
    { action: "login", actor: "anonymous", outcome: "refused", code: "INVALID_CREDENTIALS" },
    "Somebody without a login tried to sign in to your account: refused",
  ],
  [
    {
      action: "api_key.changed",
      subject: KEY,
      details: {
        name: "weekly",
        "name.from": "nightly",
        "name.to": "weekly",
        "addresses.from": "",
        "addresses.to": "192.0.2.0/24",
      },
    },
    "You changed the API key “weekly”: name from “nightly” to “weekly”; addresses from everywhere to “192.0.2.0/24”",
  ],
  [
    { action: "api_key.created", subject: KEY, details: { permissions: "deploy read" } },
    "You created the API key “nightly”: permissions deploy, read",
  ],
  [
    { action: "api_key.rotated", subject: KEY, details: { graceSeconds: 0 } },
    "You replaced the API key “nightly” by a new one: the old one ended at once",
  ],
  [
    {
      action: "api_key.rotated",
      actor: `key:${KEY}`,
      subject: KEY,
      details: { graceSeconds: 86_400 },
    },
    "The API key “nightly” replaced the API key “nightly” by a new one: the old one goes on for 1 d",
  ],
  [
    {
      action: "member.changed",
      subject: KEY,
      details: { name: "مؤسسة", member: BOB, "role.from": "member", "role.to": "admin" },
    },
    "You changed the role of “Bob 🚀” in the organization “مؤسسة”: role from “member” to “admin”",
  ],
  [{ action: "from.a_later_release" }, "You did: from a later release"],
] satisfies [Partial<AuditEntry>, string][])("%o reads: %s", (given, text) => {
  expect(said(given)).toBe(text);
});

test("a name that is not known is the beginning of the id, for whom there is no other", () => {
  const nobody: Names = { of: () => undefined, reader: undefined };
  expect(textOf(actorOf({ actor: `user:${ADA}` }, nobody))).toBe("The account “3f2b8a52…”");
  expect(said({ action: "account.disabled", actor: "operator" }, nobody)).toBe(
    "The operator disabled the account “3f2b8a52…”",
  );
});
