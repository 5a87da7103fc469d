/** Contract wallets (EIP-1271) on a real EVM. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startDevelopmentChain, type DevelopmentChain } from "@bourse/chain-anvil";
import { createEthCall, createWalletVerifier } from "@bourse/curation-core";
import { ContractFactory, JsonRpcProvider, Wallet } from "ethers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { COMPILED, compileWallets } from "./contract-wallets/compile-wallets.ts";
import { OWNED_WALLET, REVERTING_WALLET } from "./contract-wallets/wallet-bytecode.ts";
import type { Answer, Fields } from "./support/calls.ts";
import { runTestServer, type TestServer } from "./support/running-server.ts";

// The compiler and the chain take their time to start.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const owner = Wallet.createRandom();
const stranger = Wallet.createRandom();
let folder: string;
let chain: DevelopmentChain;
let owned: string;
let reverting: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bourse-chain-"));
  chain = await startDevelopmentChain({ directory: folder });
  const provider = new JsonRpcProvider(chain.url, chain.chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 50,
  });
  const deployer = Wallet.createRandom(provider);
  await chain.fund(deployer.address, 10n ** 18n);
  const deploy = async (bytecode: string, ...words: string[]): Promise<string> => {
    const abi = words.length === 0 ? [] : ["constructor(address owner)"];
    const contract = await new ContractFactory(abi, bytecode, deployer).deploy(...words);
    await contract.waitForDeployment();
    return await contract.getAddress();
  };
  owned = await deploy(OWNED_WALLET, owner.address);
  reverting = await deploy(REVERTING_WALLET);
  provider.destroy();
});
afterAll(async () => {
  await chain.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the committed bytecode is what the source compiles to", () => {
  expect(readFileSync(COMPILED, "utf8"), "run node compile-wallets.ts").toBe(compileWallets());
});

test("the verifier believes a contract, and only about its own key", async () => {
  const verifier = createWalletVerifier({ ethCall: createEthCall(chain.url) });
  const verify = async (address: string, signer: Pick<Wallet, "signMessage">): Promise<boolean> => {
    const wallet = verifier.parse(address);
    if (wallet === undefined) throw new Error(`${address} is no address`);
    return await verifier.verify(wallet, "hello", await signer.signMessage("hello"));
  };
  expect(await verify(owned, owner)).toBe(true);
  expect(await verify(owned, stranger), "another key").toBe(false);
  expect(await verify(reverting, owner), "a contract that reverts").toBe(false);
  expect(await verify(stranger.address, owner), "no contract there").toBe(false);
});

/** A login by `address`, with what `signer` signs. */
async function register(
  server: TestServer,
  address: string,
  signer: Pick<Wallet, "signMessage">,
): Promise<Answer<Fields>> {
  const body = { wallet_address: address };
  const { data } = await server.post<{ message: string }>("auth/nonce", undefined, body);
  const signature = await signer.signMessage(data.message);
  const username = `user-${address.slice(2, 12)}-${Math.random().toString(36).slice(2, 8)}`;
  return server.post("auth/register", undefined, {
    wallet_address: address,
    username,
    message: data.message,
    signature,
  });
}

test("over HTTP a contract wallet registers by its owner's signature, and by no other", async () => {
  const server = await runTestServer({ ETH_RPC_URL: chain.url });
  for (const [address, signer] of [
    [owned, stranger],
    [reverting, owner],
    [stranger.address, owner],
  ] as const) {
    const { status, headers } = await register(server, address, signer);
    expect([status, headers.get("x-error-code")]).toEqual([422, "WALLET_PROOF_INVALID"]);
  }
  const { status, text, data } = await register(server, owned, owner);
  expect(status, text).toBe(201);
  expect(data["user"]).toMatchObject({ wallet_address: owned, wallet_verified: true });
});

test("without a node a contract wallet is refused", async () => {
  const server = await runTestServer();
  const { status, headers } = await register(server, owned, owner);
  expect([status, headers.get("x-error-code")]).toEqual([422, "WALLET_PROOF_INVALID"]);
});

test("a node that is away is 503, tells nothing of its address, and spends no nonce", async () => {
  const secret = "s3cret-project-id";
  const node = createServer((request, response) => {
    request.resume();
    response.writeHead(502).end("bad gateway");
  });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const { port } = node.address() as AddressInfo;
  const server = await runTestServer({ ETH_RPC_URL: `http://127.0.0.1:${port}/${secret}` });
  const issued = await server.post<{ message: string }>("auth/nonce", undefined, {
    wallet_address: owned,
  });
  const proof = {
    message: issued.data.message,
    signature: await owner.signMessage(issued.data.message),
  };
  const attempt = (): Promise<Answer<Fields>> =>
    server.post("auth/register", undefined, { wallet_address: owned, username: "ada", ...proof });
  const answers = [await attempt()];
  node.close();
  node.closeAllConnections();
  answers.push(await attempt());
  for (const { status, headers, text } of answers) {
    expect([status, headers.get("x-error-code")]).toEqual([503, "WALLET_NODE_UNAVAILABLE"]);
    expect(headers.get("retry-after")).toBe("5");
    expect(text).not.toContain(secret);
  }
  // A key's own signature needs no node.
  expect((await register(server, stranger.address, stranger)).status).toBe(201);
  // The chain comes back at the very address: the same proof is still good.
  const back = createServer((request, response) => {
    void fetch(chain.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: request as unknown as ReadableStream,
      duplex: "half",
    } as RequestInit).then(async (answer) => response.end(await answer.text()));
  });
  await new Promise<void>((resolve) => back.listen(port, "127.0.0.1", resolve));
  const { status, text } = await attempt();
  back.close();
  back.closeAllConnections();
  expect(status, text).toBe(201);
});
