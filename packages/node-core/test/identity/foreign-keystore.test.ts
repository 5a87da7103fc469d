/** Keystore files of other tools: valid ones open, and none can make the node work without an end. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { sealKeystore } from "../../src/identity/keystore-file.ts";
import { createIdentity, openIdentity } from "../../src/index.ts";

// "Web3 Secret Storage Definition", test vectors: both files hold this key under "testpassword".
const ADDRESS = "0x008AeEda4D805471dF9b2A5B0f38A0C3bCBA786b";
const SCRYPT = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "83dbcc02d8ccb40e466191a123791e0e" },
    ciphertext: "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
    kdf: "scrypt",
    kdfparams: {
      dklen: 32,
      n: 262_144,
      r: 1,
      p: 8,
      salt: "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19",
    },
    mac: "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};
const PBKDF2 = {
  ...SCRYPT,
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "6087dab2f9fdbbfaddc31a909735c1e6" },
    ciphertext: "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
    kdf: "pbkdf2",
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: "hmac-sha256",
      salt: "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd",
    },
    mac: "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2",
  },
};

async function open(wallet: object): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "bourse-keys-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const password = "testpassword";
  const about = { purpose: "encryption", publicKey: "" } as const;
  const secret = new Uint8Array(32).fill(7);
  const sealed = await sealKeystore(secret, about, { password, scryptCost: 2 });
  const { "x-bourse": _, ...encryption } = JSON.parse(sealed) as Record<string, unknown>;
  await writeFile(join(directory, "encryption.json"), JSON.stringify(encryption));
  await writeFile(join(directory, "wallet.json"), JSON.stringify(wallet));
  return (await openIdentity({ directory, password, scryptCost: 2 })).address;
}

test.each([
  ["scrypt with n 262144, r 1 and p 8", SCRYPT],
  ["PBKDF2 with c 262144", PBKDF2],
])("a file of another wallet under %s opens", { timeout: 120_000 }, async (_, file) => {
  expect(createIdentity().address).not.toBe(ADDRESS);
  expect(await open(file)).toBe(ADDRESS);
});

const withParameters = (file: typeof SCRYPT | typeof PBKDF2, parameters: object): object => ({
  ...file,
  crypto: { ...file.crypto, kdfparams: { ...file.crypto.kdfparams, ...parameters } },
});

test.each([
  ["PBKDF2 of 2^31 − 1 rounds", withParameters(PBKDF2, { c: 2 ** 31 - 1 }), "2147483647 rounds"],
  ["scrypt over 1 GiB", withParameters(SCRYPT, { n: 2 ** 30, r: 8, p: 1 }), "memory"],
  ["scrypt with p 2^24", withParameters(SCRYPT, { n: 1024, r: 8, p: 2 ** 24 }), "work"],
  ["scrypt with n 0", withParameters(SCRYPT, { n: 0 }), "whole numbers"],
  ["scrypt with n 1.5", withParameters(SCRYPT, { n: 1.5 }), "whole numbers"],
  ["x-bourse null", { ...SCRYPT, "x-bourse": null }, "x-bourse"],
  ["x-bourse of text", { ...SCRYPT, "x-bourse": "x" }, "x-bourse"],
  ["crypto null", { ...SCRYPT, crypto: null }, "crypto"],
  ["an unknown kdf", { ...SCRYPT, crypto: { ...SCRYPT.crypto, kdf: "none" } }, "kdf"],
])("a file with %s is refused at once, in words", async (_, file, word) => {
  await expect(open(file)).rejects.toMatchObject({
    code: "KEYSTORE_INVALID",
    message: expect.stringContaining(word) as string,
  });
});
