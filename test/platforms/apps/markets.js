/**
 * A market from its draft to its approval, by the packages as they are published: its author signs in with a wallet of
 * Solana, its curator with one of Ethereum.
 */
import { serveFetch } from "@bourse/contract";
import { curationApi } from "@bourse/contract/curation";
import { createPasswordHasher } from "@bourse/credentials";
import { createCurationCore, curationCollections } from "@bourse/curation-core";
import { bindCurationApi } from "@bourse/handlers/curation";
import { createMemoryStore } from "@bourse/kernel";
import { SigningKey } from "ethers/crypto";
import { hashMessage } from "ethers/hash";
import { computeAddress } from "ethers/transaction";

const DRAFT = {
  question_text: "Will the tide index close above 1,000 points on 28 February 2099 at 12:00 UTC?",
  summary: "A market on the tide index.",
  topic_tags: ["tides"],
  outcomes: [{ label: "Yes" }, { label: "No" }],
  resolution_sources: [{ source_url: "https://stats.example.com/tides.json", source_type: "api" }],
  trigger_condition: "The closing value as published by the source.",
  fallback_logic: "The next published value counts.",
  resolution_deadline: "2099-03-01T00:00:00Z",
};

/** Registers, drafts, submits, approves and finds the market; returns the status of each step. */
export async function runReview() {
  const curator = ethereumWallet();
  const author = await solanaWallet();
  const core = await createCurationCore({
    store: createMemoryStore({ collections: curationCollections }),
    masterKey: crypto.getRandomValues(new Uint8Array(32)),
    adminWallets: [curator.address],
    hasher: createPasswordHasher({ memoryKibibytes: 64, passes: 1 }),
  });
  const serve = serveFetch(curationApi.wire, bindCurationApi(core));
  const steps = [];
  const call = async (step, path, { token, body } = {}) => {
    const headers = { "content-type": "application/json" };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    const answer = await serve(
      new Request(`http://here/api/v1${path}`, {
        method: step === "list" ? "GET" : "POST",
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const data = await answer.json();
    steps.push(`${step} ${answer.status} ${data.status ?? data.code ?? ""}`.trim());
    return data;
  };
  const join = async (wallet, username) => {
    const wallet_address = wallet.address;
    const { message } = await call("nonce", "/auth/nonce", { body: { wallet_address } });
    const signature = await wallet.sign(message);
    const { access_token: token, user } = await call("register", "/auth/register", {
      body: { wallet_address, username, message, signature },
    });
    steps.push(`${username} verified ${user?.wallet_verified} ${user?.roles}`.trim());
    return token;
  };
  const reviews = await join(curator, "carol");
  const writes = await join(author, "author");
  const body = { draft_data: DRAFT, submit: false };
  const { id } = await call("draft", "/drafts", { token: writes, body });
  await call("early", `/curator/${id}/approve`, { token: reviews });
  await call("submit", `/drafts/${id}/submit`, { token: writes });
  await call("stranger", `/curator/${id}/approve`, { token: writes });
  await call("approve", `/curator/${id}/approve`, { token: reviews });
  const markets = await call("list", "/markets?search=tide");
  steps.push(`${markets.length} market ${markets[0]?.state}`);
  await core.close();
  return steps;
}

function ethereumWallet() {
  const key = new SigningKey(`0x${"1".repeat(64)}`);
  return {
    address: computeAddress(key),
    sign: (message) => key.sign(hashMessage(message)).serialized,
  };
}

async function solanaWallet() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ]);
  const bytes = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  return {
    address: base58(bytes),
    sign: async (message) => {
      const text = new TextEncoder().encode(message);
      return [...new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, text))];
    },
  };
}

function base58(bytes) {
  const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let text = "";
  for (
    let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    rest > 0n;
    rest /= 58n
  ) {
    text = digits[Number(rest % 58n)] + text;
  }
  return "1".repeat(bytes.findIndex((byte) => byte > 0)) + text;
}
