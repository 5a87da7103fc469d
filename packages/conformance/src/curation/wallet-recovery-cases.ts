import assert from "node:assert/strict";

import { ProvedRecovery, SecondWallet, SignedIn, User } from "@bourse/contract/curation";

import { shown } from "../http/expect.ts";
import {
  newEmail,
  PASSWORD,
  signingWallet,
  type CurationCase,
  type CurationService,
} from "./curation-service.ts";
import { expectError, expectOk } from "./expect.ts";

const SECRET = "bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-";
const DAY = 86_400_000;

/** A person with a proved wallet and a second one. */
async function withSecond({ call, signUp, prove }: CurationService) {
  const [own, second] = [signingWallet(), signingWallet()];
  const wallet_address = own.address;
  const person = await signUp({ wallet_address, ...(await prove(own)) });
  const add = async (token: string, wallet = second, more: object = {}) => {
    const body = { wallet_address: wallet.address, ...(await prove(wallet)), ...more };
    return await call("POST", "/auth/wallets", { token, body });
  };
  const owner = async (): Promise<object> => {
    const { message, signature } = await prove(own);
    return { current_message: message, current_signature: signature };
  };
  return { own, second, person, add, owner };
}

/** The recovery of accounts without their wallet, by a second wallet; mails are the server's own test. */
export const walletRecoveryCases: readonly CurationCase[] = [
  {
    name: "a recovery by mail is answered alike for an address with an account and for one without",
    run: async ({ call, signUp }) => {
      const email = newEmail();
      await signUp({ email, password: PASSWORD });
      const ask = (address: string): ReturnType<typeof call> =>
        call("POST", "/auth/recovery", { body: { email: address } });
      const [known, unknown] = [await ask(email), await ask(newEmail())];
      assert.ok([202, 501].includes(known.status), shown(known));
      assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
      assert.equal((await ask("no address")).status, 422);
    },
  },
  {
    name: "a recovery is neither begun nor completed by a token that nobody was sent",
    run: async ({ call, signUp, prove }) => {
      const { id } = await signUp();
      const wallet = signingWallet();
      const begin = { body: { token: `wr_${SECRET}` } };
      expectError(await call("POST", "/auth/recovery/proof", begin), 400, "LINK_INVALID");
      assert.equal((await call("POST", "/auth/recovery/proof", { body: {} })).status, 422);
      const recovery_token = `wk_${id}_${SECRET}`;
      const body = { recovery_token, wallet_address: wallet.address, ...(await prove(wallet)) };
      expectError(await call("POST", "/auth/recovery/complete", { body }), 400, "LINK_INVALID");
    },
  },
  {
    name: "a second wallet is added with a proof of the owner, belongs to one account, and does not log in",
    run: async (service) => {
      const { call, prove, signUp } = service;
      const { second, person, add, owner } = await withSecond(service);
      expectError(await add(person.token), 403, "REAUTHENTICATION_REQUIRED");
      expectOk(await add(person.token, second, await owner()), 201, SecondWallet);
      const listed = await call("GET", "/auth/wallets", { token: person.token });
      assert.equal(listed.status, 200, shown(listed));
      const held = (listed.json as readonly unknown[]).map((one) => SecondWallet.parse(one));
      assert.deepEqual(
        held.map((one) => one.wallet_address),
        [second.address],
      );
      const login = await call("POST", "/auth/login", { body: await prove(second) });
      expectError(login, 401, "INVALID_CREDENTIALS");
      const other = await signUp();
      const theirs = await add(other.token, second, { refresh_token: other.refreshToken });
      expectError(theirs, 409, "WALLET_TAKEN");
      const path = `/auth/wallets/${second.address}`;
      expectError(await call("DELETE", path, { token: other.token }), 404, "NOT_FOUND");
      assert.equal((await call("DELETE", path, { token: person.token })).status, 200);
      expectError(await call("GET", "/auth/wallets"), 401, "UNAUTHORIZED");
    },
  },
  {
    name: "a recovery waits, is shown to the account, and ends by a login with the old wallet",
    run: async (service) => {
      const { call, prove } = service;
      const { own, second, person, add, owner } = await withSecond(service);
      await add(person.token, second, await owner());
      const prover = async (): ReturnType<typeof call> =>
        call("POST", "/auth/recovery/proof", { body: await prove(second) });
      const begun = expectOk(await prover(), 200, ProvedRecovery);
      const me = await call("GET", "/auth/me", { token: person.token });
      assert.equal(expectOk(me, 200, User).recovery?.completes_at, begun.completes_at);
      const fresh = signingWallet();
      const { recovery_token } = begun;
      const body = { recovery_token, wallet_address: fresh.address, ...(await prove(fresh)) };
      const early = await call("POST", "/auth/recovery/complete", { body });
      expectError(early, 409, "STATE_CONFLICT");
      const login = await call("POST", "/auth/login", { body: await prove(own) });
      const { access_token: token, user } = expectOk(login, 200, SignedIn);
      assert.equal(user.recovery, undefined);
      expectError(await call("DELETE", "/auth/recovery", { token }), 404, "NOT_FOUND");
      const ended = await call("POST", "/auth/recovery/complete", { body });
      expectError(ended, 400, "LINK_INVALID");
      await prover();
      assert.equal((await call("DELETE", "/auth/recovery", { token })).status, 200);
    },
  },
  {
    name: "a recovery that has waited gives the account the new wallet and ends its sessions",
    needsTime: true,
    run: async (service) => {
      const { call, prove, advance } = service;
      const { own, second, person, add, owner } = await withSecond(service);
      await add(person.token, second, await owner());
      const prover = async (): Promise<ProvedRecovery> => {
        const body = await prove(second);
        return expectOk(await call("POST", "/auth/recovery/proof", { body }), 200, ProvedRecovery);
      };
      await prover();
      await advance(3 * DAY);
      const { recovery_token } = await prover();
      const fresh = signingWallet();
      const body = { recovery_token, wallet_address: fresh.address, ...(await prove(fresh)) };
      const done = await call("POST", "/auth/recovery/complete", { body });
      assert.deepEqual([done.status, done.json], [200, {}], shown(done));
      const { refreshToken } = person;
      const refreshed = await call("POST", "/auth/refresh", {
        body: { refresh_token: refreshToken },
      });
      assert.equal(refreshed.status, 401, shown(refreshed));
      const old = await call("POST", "/auth/login", { body: await prove(own) });
      expectError(old, 401, "INVALID_CREDENTIALS");
      const anew = await call("POST", "/auth/login", { body: await prove(fresh) });
      assert.equal(expectOk(anew, 200, SignedIn).user.id, person.id);
    },
  },
];
