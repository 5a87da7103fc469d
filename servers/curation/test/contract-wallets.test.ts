/** Contract wallets on a real EVM: deployed (EIP-1271), not yet deployed (EIP-6492), and keys with code (EIP-7702). */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startDevelopmentChain, type DevelopmentChain } from "@bourse/chain-anvil";
import { createEthCall, createWalletVerifier } from "@bourse/curation-core";
import {
  AbiCoder,
  Contract,
  ContractFactory,
  Interface,
  JsonRpcProvider,
  type Signer,
  Wallet,
  concat,
  getBytes,
  hashMessage,
} from "ethers";
import { createPublicClient, http, serializeErc6492Signature } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { COMPILED, compileWallets } from "./contract-wallets/compile-wallets.ts";
import {
  OWNED_WALLET,
  REVERTING_WALLET,
  TELLING_WALLET,
  WALLET_FACTORY,
} from "./contract-wallets/wallet-bytecode.ts";
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
let telling: string;
let factory: string;
let provider: JsonRpcProvider;
let deployer: Signer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bourse-chain-"));
  chain = await startDevelopmentChain({ directory: folder });
  provider = new JsonRpcProvider(chain.url, chain.chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 50,
  });
  deployer = await funded(Wallet.createRandom());
  const deploy = async (bytecode: string, ...words: string[]): Promise<string> => {
    const abi = words.length === 0 ? [] : ["constructor(address owner)"];
    const contract = await new ContractFactory(abi, bytecode, deployer).deploy(...words);
    await contract.waitForDeployment();
    return await contract.getAddress();
  };
  owned = await deploy(OWNED_WALLET, owner.address);
  reverting = await deploy(REVERTING_WALLET);
  telling = await deploy(TELLING_WALLET);
  factory = await deploy(WALLET_FACTORY);
});
afterAll(async () => {
  provider.destroy();
  await chain.stop();
  await rm(folder, { recursive: true, force: true });
});

async function funded(wallet: Pick<Wallet, "address" | "privateKey">): Promise<Wallet> {
  await chain.fund(wallet.address, 10n ** 18n);
  return new Wallet(wallet.privateKey, provider);
}

const FACTORY = new Interface([
  "function make(address owner) returns (address)",
  "function refuse(address owner)",
  "function addressOf(address owner) view returns (address)",
]);

async function verify(address: string, message: string, signature: string): Promise<boolean> {
  const verifier = createWalletVerifier({ ethCall: createEthCall(chain.url) });
  const wallet = verifier.parse(address);
  if (wallet === undefined) throw new Error(`${address} is no address`);
  return await verifier.verify(wallet, message, signature);
}

/** The verdict of this kit, which has to be that of viem with the reference contract of EIP-6492. */
async function verdict(address: string, message: string, signature: string): Promise<boolean> {
  const ours = await verify(address, message, signature);
  const client = createPublicClient({ transport: http(chain.url) });
  const given = { address, signature } as Record<"address" | "signature", `0x${string}`>;
  expect(await client.verifyMessage({ ...given, message }), "viem").toBe(ours);
  return ours;
}

test("the committed bytecode is what the source compiles to", () => {
  expect(readFileSync(COMPILED, "utf8"), "run node compile-wallets.ts").toBe(compileWallets());
});

test("the verifier believes a contract, and only about its own key", async () => {
  const asked = async (address: string, signer: Pick<Wallet, "signMessage">): Promise<boolean> =>
    verdict(address, "hello", await signer.signMessage("hello"));
  expect(await asked(owned, owner)).toBe(true);
  expect(await asked(owned, stranger), "another key").toBe(false);
  expect(await asked(reverting, owner), "a contract that reverts").toBe(false);
  expect(await asked(stranger.address, owner), "no contract there").toBe(false);
});

test("a wallet decides about the length of its signatures: none at all, or many bytes", async () => {
  const hash = hashMessage("hello");
  expect(await verify(telling, "hello", "0x"), "before it was told").toBe(false);
  const contract = new Contract(telling, ["function tell(bytes32 hash)"], deployer);
  await (await contract.getFunction("tell")(hash)).wait();
  expect(await verify(telling, "hello", "0x")).toBe(true);
  expect(await verify(telling, "hello", `0x${"ab".repeat(5000)}`)).toBe(false);
  expect(await verify(telling, "hello!", "0x"), "another text").toBe(false);
  expect(await verify(owner.address, "hello", "0x"), "a key that signed nothing").toBe(false);
});

test("a wallet that is not deployed yet signs through its factory, before and after (EIP-6492)", async () => {
  const person = Wallet.createRandom();
  const made = new Contract(factory, FACTORY, provider);
  const address = (await made.getFunction("addressOf")(person.address)) as string;
  const wrap = (call: string, signature: string, by = factory): string =>
    serializeErc6492Signature({
      address: by as `0x${string}`,
      data: call as `0x${string}`,
      signature: signature as `0x${string}`,
    });
  const make = FACTORY.encodeFunctionData("make", [person.address]);
  const signature = await person.signMessage("hello");
  const wrapped = wrap(make, signature);
  const byEthers = concat([
    AbiCoder.defaultAbiCoder().encode(["address", "bytes", "bytes"], [factory, make, signature]),
    `0x${"6492".repeat(16)}`,
  ]);
  expect(byEthers, "the same bytes by another library").toBe(wrapped);
  const foreign = await stranger.signMessage("hello");
  const refused: readonly (readonly [string, string, string])[] = [
    [address, "hello", signature],
    [address, "hello!", wrapped],
    [address, "hello", wrap(make, foreign)],
    [address, "hello", wrap(FACTORY.encodeFunctionData("make", [stranger.address]), foreign)],
    [address, "hello", wrap(FACTORY.encodeFunctionData("refuse", [person.address]), signature)],
    [address, "hello", wrap(make, signature, stranger.address)],
    [stranger.address, "hello", wrapped],
  ];
  for (const given of refused) expect(await verdict(...given), given.join(" ")).toBe(false);
  expect(await verdict(address, "hello", wrapped)).toBe(true);
  expect(await provider.getCode(address), "only simulated").toBe("0x");

  await (await deployer.sendTransaction({ to: factory, data: make })).wait();
  expect(await verdict(address, "hello", signature), "deployed").toBe(true);
  expect(await verdict(address, "hello", wrapped), "still wrapped").toBe(true);
  expect(await verdict(address, "hello", wrap(make, foreign))).toBe(false);
});

test("bytes that only end like a wrapped signature prove nothing, and never fail", async () => {
  const end = "6492".repeat(16);
  const words = ["", "00", "ff".repeat(32), "00".repeat(96), `${"00".repeat(31)}60`.repeat(3)];
  for (const word of words) {
    expect(await verify(owned, "hello", `0x${word}${end}`), word).toBe(false);
  }
});

test("a key that carries code signs by itself, and by what its code confirms (EIP-7702)", async () => {
  const person = await funded(Wallet.createRandom());
  const byOwner = await owner.signMessage("hello");
  expect(await verdict(person.address, "hello", byOwner), "without code").toBe(false);
  const sent = await person.sendTransaction({
    type: 4,
    to: stranger.address,
    authorizationList: [await person.authorize({ address: owned, nonce: 1 })],
  });
  await sent.wait();
  expect(getBytes(await provider.getCode(person.address)).length).toBe(23);
  const own = await person.signMessage("hello");
  expect(await verdict(person.address, "hello", own), "its key").toBe(true);
  expect(await verdict(person.address, "hello", byOwner), "its code").toBe(true);
  const foreign = await stranger.signMessage("hello");
  expect(await verdict(person.address, "hello", foreign)).toBe(false);
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
