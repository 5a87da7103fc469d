import assert from "node:assert/strict";

import { Draft, DraftDetail, Market } from "@bourse/contract/curation";

import { newName, signingWallet, type CurationCase } from "./curation-service.ts";
import { expectError, expectOk } from "./expect.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Cases of changes that time alone brings about. */
export const timedCases: readonly CurationCase[] = [
  {
    name: "a nonce is good for five minutes",
    needsTime: true,
    run: async ({ call, prove, advance }) => {
      const wallet = signingWallet();
      const proof = await prove(wallet);
      await advance(5 * MINUTE);
      const body = { wallet_address: wallet.address, username: newName(), ...proof };
      expectError(await call("POST", "/auth/register", { body }), 422, "WALLET_PROOF_INVALID");
    },
  },
  {
    name: "an access token ends: 401 TOKEN_EXPIRED",
    needsTime: true,
    run: async ({ call, signUp, advance }) => {
      const { token } = await signUp();
      await advance(16 * MINUTE);
      expectError(await call("GET", "/auth/me", { token }), 401, "TOKEN_EXPIRED");
    },
  },
  {
    name: "a claim that ran out leaves its draft pending in every list; it is taken over, and the trail says so",
    needsTime: true,
    run: async ({ call, signUp, curator, renewed, draft, advance }) => {
      const [author, one, other] = [await signUp(), await curator(), await curator()];
      const tag = crypto.randomUUID();
      const id = await draft(author, { topic_tags: [tag] });
      const claim = (token: string): ReturnType<typeof call> =>
        call("POST", `/curator/${id}/claim`, { token });
      const claimed = await claim(one.token);
      expectOk(claimed, 200, Draft);
      expectError(await claim(other.token), 409, "CLAIM_HELD");
      await advance(30 * MINUTE);
      const { token } = await renewed(other);
      const read = await call("GET", `/drafts/${id}`, { token });
      const waiting = expectOk(read, 200, DraftDetail);
      const { status, assigned_curator_id, claim_expires_at } = waiting;
      assert.deepEqual([status, assigned_curator_id, claim_expires_at], ["pending", null, null]);
      assert.notEqual(read.headers.get("etag"), claimed.headers.get("etag"), "another state");
      const owner = (await renewed(author)).token;
      const lists = [
        ["/drafts?", owner],
        [`/curator/queue?tag=${tag}&`, token],
      ] as const;
      for (const [path, reader] of lists) {
        const idsOf = async (filter: string): Promise<readonly string[]> => {
          const list = await call("GET", `${path}status=${filter}`, { token: reader });
          return (list.json as readonly { readonly id: string }[]).map((item) => item.id);
        };
        assert.deepEqual([await idsOf("pending"), await idsOf("in_review")], [[id], []]);
      }
      assert.equal(expectOk(await claim(token), 200, Draft).assigned_curator_id, other.id);
      const trail = await call("GET", `/curator/${id}/actions`, { token });
      assert.match(trail.text, /"takeover"/);
    },
  },
  {
    name: "a market opens and locks by the clock, without anybody's doing",
    needsTime: true,
    run: async ({ call, signUp, market, advance }) => {
      const author = await signUp();
      const at = (time: number): string => new Date(author.now + time).toISOString();
      const id = await market(author, { open_at: at(DAY), lock_at: at(2 * DAY) });
      const get = (): ReturnType<typeof call> => call("GET", `/markets/${id}`);
      expectError(await get(), 404, "NOT_FOUND");
      await advance(DAY);
      const open = await get();
      assert.equal(expectOk(open, 200, Market).state, "active");
      await advance(DAY);
      const locked = await get();
      assert.equal(expectOk(locked, 200, Market).state, "locked");
      assert.notEqual(locked.headers.get("etag"), open.headers.get("etag"), "another state");
    },
  },
];
