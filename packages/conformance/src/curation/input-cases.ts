import assert from "node:assert/strict";

import { documentedCurationApi } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import {
  newName,
  newWallet,
  PASSWORD,
  specification,
  type CurationCase,
} from "./curation-service.ts";
import { expectError, expectInvalid } from "./expect.ts";

/** The codes of a body that is refused for itself, whatever the caller may do. */
const REFUSED = ["JSON_MALFORMED", "VALIDATION_ERROR", "DRAFT_INCOMPLETE"];

/** Bodies that make no account, with the place of their fault. */
const NO_ACCOUNTS: readonly (readonly [what: string, change: object, place: string])[] = [
  ["no address", { wallet_address: undefined }, "wallet_address"],
  ["an invalid address", { wallet_address: "0x12" }, "wallet_address"],
  ["a wrong EIP-55 checksum", { wallet_address: `0x${"aB".repeat(20)}` }, "wallet_address"],
  ["a username of 2", { username: "ab" }, "username"],
  ["a username of 51", { username: "a".repeat(51) }, "username"],
  ["a username with a space", { username: "a b c" }, "username"],
  ["an e-mail without a password", { email: "a@example.com" }, "password"],
  ["a password without an e-mail", { password: PASSWORD }, "email"],
  ["a short password", { email: "a@example.com", password: "short" }, "password"],
];

/** Parts of drafts that are refused even unsubmitted. */
const NO_DRAFTS: readonly (readonly [
  what: string,
  data: object,
  place: readonly (string | number)[],
])[] = [
  ["a question of 501 characters", { question_text: "q".repeat(501) }, ["question_text"]],
  ["21 tags", { topic_tags: Array.from({ length: 21 }, String) }, ["topic_tags"]],
  ["a fee over 500 bps", { trading_fee_bps: 501 }, ["trading_fee_bps"]],
  ["a broken amount", { creator_stake: "1.5" }, ["creator_stake"]],
  ["a window under an hour", { dispute_window_hours: 0 }, ["dispute_window_hours"]],
  ["an unknown field", { colour: "red" }, ["colour"]],
];

const QUERIES = [
  ["/markets?sort_by=price", "sort_by"],
  ["/markets?order=up", "order"],
  ["/markets?limit=101", "limit"],
  ["/markets?limit=0", "limit"],
  ["/markets?offset=-1", "offset"],
  ["/markets?state=open", "state"],
] as const;

/** Cases of input that is refused before it has any effect. */
export const inputCases: readonly CurationCase[] = [
  ...NO_ACCOUNTS.map(([what, change, place]): CurationCase => ({
    name: `an account with ${what} is 422 at ${place}`,
    run: async ({ call }) => {
      const body = { wallet_address: newWallet(), username: newName(), ...change };
      expectInvalid(await call("POST", "/auth/register", { body }), "body", place);
    },
  })),
  ...NO_DRAFTS.map(([what, data, place]): CurationCase => ({
    name: `a draft with ${what} is 422 at ${place.join(".")}`,
    run: async ({ call, signUp }) => {
      const { token, now } = await signUp();
      const body = { draft_data: specification(now, data), submit: false };
      const answer = await call("POST", "/drafts", { body, token });
      expectInvalid(answer, "body", "draft_data", ...place);
    },
  })),
  ...QUERIES.map(([path, place]): CurationCase => ({
    name: `${path} is 422 at ${place}`,
    run: async ({ call }) => expectInvalid(await call("GET", path), "query", place),
  })),
  {
    name: "a cursor of another query is 422 CURSOR_INVALID",
    run: async ({ call }) => {
      expectError(await call("GET", "/markets?cursor=AAAA"), 422, "CURSOR_INVALID");
    },
  },
  {
    name: "broken JSON is 400 JSON_MALFORMED",
    run: async ({ call }) => {
      expectError(await call("POST", "/auth/login", { body: '{"email":' }), 400, "JSON_MALFORMED");
    },
  },
  {
    name: "a body of another media type is 415 UNSUPPORTED_MEDIA_TYPE",
    run: async ({ call }) => {
      const headers = { "content-type": "text/plain" };
      const answer = await call("POST", "/auth/login", { body: "{}", headers });
      expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
    },
  },
  {
    name: "a body of 2 MB is 413 PAYLOAD_TOO_LARGE",
    run: async ({ call }) => {
      const body = JSON.stringify({ email: "a".repeat(2_000_000) });
      expectError(await call("POST", "/auth/login", { body }), 413, "PAYLOAD_TOO_LARGE");
    },
  },
  {
    name: "no route refuses the body of its own documented example",
    run: async ({ call, signUp }) => {
      for (const [key, { definition }] of Object.entries(documentedCurationApi.routes)) {
        const { example } = documentedCurationApi.docs.routes[key as "createDraft"];
        if (example?.body === undefined) continue;
        const { token } = await signUp();
        const path = definition.path.replaceAll(/:\w+/g, crypto.randomUUID());
        const answer = await call(definition.method, path, { token, body: example.body });
        const code = answer.headers.get("x-error-code") ?? "";
        assert.ok(!REFUSED.includes(code), `${key}: ${shown(answer)}`);
        if (key === "createDraft") assert.equal(answer.status, 201, shown(answer));
      }
    },
  },
];
