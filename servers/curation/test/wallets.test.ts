import { Wallet } from "ethers";
import { expect, test } from "vitest";

import { join } from "./support/people.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";

interface Proof {
  readonly message: string;
  readonly signature: string;
}

async function prove(
  server: TestServer,
  wallet: { address: string; signMessage(text: string): Promise<string> },
): Promise<Proof> {
  const body = { wallet_address: wallet.address };
  const { data } = await server.post<{ message: string }>("auth/nonce", undefined, body);
  return { message: data.message, signature: await wallet.signMessage(data.message) };
}

test("a wallet that signs logs in; the same proof is good only once", async () => {
  const server = await runTestServer();
  const wallet = Wallet.createRandom();
  const registered = await server.post<{ user: object }>("auth/register", undefined, {
    wallet_address: wallet.address,
    username: "ada",
    ...(await prove(server, wallet)),
  });
  expect(registered.data.user).toMatchObject({
    wallet_address: wallet.address,
    wallet_verified: true,
  });
  const proof = await prove(server, wallet);
  expect((await server.post("auth/login", undefined, proof)).status).toBe(200);
  const again = await server.post("auth/login", undefined, proof);
  expect(again.status).toBe(401);
  expect(again.headers.get("www-authenticate")).toBe("Bearer");
});

test("whoever proves an address takes it from an unproved claim", async () => {
  const server = await runTestServer();
  const wallet = Wallet.createRandom();
  const claim = { wallet_address: wallet.address, username: "squatter" };
  const squatter = await server.post<{ access_token: string }>("auth/register", undefined, claim);
  expect(squatter.status).toBe(201);
  const owner = await server.post("auth/register", undefined, {
    wallet_address: wallet.address,
    username: "owner",
    ...(await prove(server, wallet)),
  });
  expect(owner.status, owner.text).toBe(201);
  const lost = await server.get("auth/me", squatter.data.access_token);
  expect(lost.data).toMatchObject({ wallet_address: null, wallet_verified: false });
});

test("a bad proof of a new wallet is 422: who is logged in stays so", async () => {
  const server = await runTestServer();
  const ada = await join(server, "ada");
  const [mine, theirs] = [Wallet.createRandom(), Wallet.createRandom()];
  const { message } = await prove(server, theirs);
  const signature = await mine.signMessage(message);
  const refresh_token = ada.refreshToken;
  const body = { wallet_address: theirs.address, message, signature, refresh_token };
  expect((await server.post("auth/me/wallet", ada.token, body)).status).toBe(422);
  expect((await server.get("auth/me", ada.token)).status).toBe(200);
  const proof = await prove(server, mine);
  const changed = await server.post("auth/me/wallet", ada.token, {
    wallet_address: mine.address,
    refresh_token,
    ...proof,
  });
  expect(changed.data).toMatchObject({ wallet_address: mine.address, wallet_verified: true });
});

test("in production a registration without a proof is 422", async () => {
  const server = await runTestServer({ NODE_ENV: "production" });
  const body = { wallet_address: Wallet.createRandom().address, username: "ada" };
  const { status, headers } = await server.post("auth/register", undefined, body);
  expect([status, headers.get("x-error-code")]).toEqual([422, "WALLET_PROOF_REQUIRED"]);
});
