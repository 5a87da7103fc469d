import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";

import { hasCode } from "@bourse/kernel";
import { Wallet } from "ethers";
import { expect, test } from "vitest";

import { openIdentity, type Hex, type OpenIdentityOptions } from "../../src/index.ts";
import { testFolder } from "../support/folder.ts";

const CHEAP = { password: "correct horse", scryptCost: 2 } as const;
/** The first account of the test mnemonic that every development chain funds. */
const KNOWN_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80" as Hex;
const KNOWN_ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

async function codeOf(options: OpenIdentityOptions): Promise<string> {
  try {
    await openIdentity(options);
  } catch (error) {
    if (hasCode(error, "KEYSTORE_LOCKED", "KEYSTORE_INVALID", "VALIDATION_ERROR"))
      return error.code;
    throw error;
  }
  return "opened";
}

test("an identity is made once and is the same at every opening", async () => {
  const directory = join(await testFolder(), "new", "keys");
  const made = await openIdentity({ directory, ...CHEAP });
  const again = await openIdentity({ directory, ...CHEAP });
  expect(again.address).toBe(made.address);
  expect(again.nodeId).toBe(made.nodeId);
  expect(again.encryptionPublicKey).toEqual(made.encryptionPublicKey);
  expect(again.encryptionPrivateKey).toEqual(made.encryptionPrivateKey);
  expect(again.peerPrivateKey).toEqual(made.peerPrivateKey);
});

test("both files are readable by their owner only, and nothing else is left in the folder", async () => {
  const directory = join(await testFolder(), "keys");
  await openIdentity({ directory, ...CHEAP });
  expect((await readdir(directory)).toSorted()).toEqual(["encryption.json", "wallet.json"]);
  for (const file of ["encryption.json", "wallet.json"]) {
    expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
  }
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test("an imported key is the wallet and the peer", async () => {
  const directory = await testFolder();
  const identity = await openIdentity({ directory, ...CHEAP, importPrivateKey: KNOWN_KEY });
  expect(identity.address).toBe(KNOWN_ADDRESS);
  const again = await openIdentity({ directory, ...CHEAP, importPrivateKey: KNOWN_KEY });
  expect(again.nodeId).toBe(identity.nodeId);
});

test("another key is not imported over the one that is there", async () => {
  const directory = await testFolder();
  const before = await openIdentity({ directory, ...CHEAP });
  const code = await codeOf({ directory, ...CHEAP, importPrivateKey: KNOWN_KEY });
  expect(code).toBe("KEYSTORE_INVALID");
  expect((await openIdentity({ directory, ...CHEAP })).address).toBe(before.address);
});

test.each(["", "0x", "ac09", `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`, `${KNOWN_KEY}0`])(
  "%j is no key to import, and the error does not repeat it",
  async (text) => {
    const directory = await testFolder();
    const opening = openIdentity({ directory, ...CHEAP, importPrivateKey: text as Hex });
    const error: unknown = await opening.catch((reason: unknown) => reason);
    expect(hasCode(error, "VALIDATION_ERROR")).toBe(true);
    if (text.length > 2) expect(inspect(error)).not.toContain(text);
    expect(await readdir(directory)).toEqual([]);
  },
);

test("a wrong password is KEYSTORE_LOCKED and changes nothing", async () => {
  const directory = await testFolder();
  await openIdentity({ directory, ...CHEAP });
  const before = await readFile(join(directory, "wallet.json"), "utf8");
  expect(await codeOf({ directory, ...CHEAP, password: "wrong horse" })).toBe("KEYSTORE_LOCKED");
  expect(await readFile(join(directory, "wallet.json"), "utf8")).toBe(before);
});

test.each(["wallet.json", "encryption.json"])(
  "a changed digit anywhere in %s is KEYSTORE_INVALID, never another key",
  async (file) => {
    const directory = await testFolder();
    await openIdentity({ directory, ...CHEAP });
    const path = join(directory, file);
    const text = await readFile(path, "utf8");
    const digits = [...text.matchAll(/[0-9a-f](?=[0-9a-f]{7})/g)];
    expect(digits.length).toBeGreaterThan(200);
    for (const { index } of digits) {
      const other = text[index] === "0" ? "1" : "0";
      await writeFile(path, text.slice(0, index) + other + text.slice(index + 1));
      expect(await codeOf({ directory, ...CHEAP }), `digit at ${index}`).toBe("KEYSTORE_INVALID");
    }
  },
);

test.each(["", "{", "[]", "null", '{"version":3}', '{"version":4}', "{}"])(
  "a wallet file of %j is KEYSTORE_INVALID",
  async (text) => {
    const directory = await testFolder();
    await openIdentity({ directory, ...CHEAP });
    await writeFile(join(directory, "wallet.json"), text);
    expect(await codeOf({ directory, ...CHEAP })).toBe("KEYSTORE_INVALID");
  },
);

test("a lost encryption key is told, not replaced", async () => {
  const directory = await testFolder();
  await openIdentity({ directory, ...CHEAP });
  await rm(join(directory, "encryption.json"));
  expect(await codeOf({ directory, ...CHEAP })).toBe("KEYSTORE_INVALID");
  expect(await readdir(directory)).toEqual(["wallet.json"]);
});

test("a creation that stopped between the two files is finished by the next opening", async () => {
  const directory = await testFolder();
  const first = await openIdentity({ directory, ...CHEAP });
  await rm(join(directory, "wallet.json"));
  const second = await openIdentity({ directory, ...CHEAP });
  expect(second.encryptionPublicKey).toEqual(first.encryptionPublicKey);
});

test("the two files are not taken for each other", async () => {
  const directory = await testFolder();
  await openIdentity({ directory, ...CHEAP });
  const encryption = await readFile(join(directory, "encryption.json"));
  await writeFile(join(directory, "wallet.json"), encryption);
  expect(await codeOf({ directory, ...CHEAP })).toBe("KEYSTORE_INVALID");
});

test("a keystore of another wallet opens, and ours opens elsewhere", async () => {
  const directory = await testFolder();
  await openIdentity({ directory, ...CHEAP, importPrivateKey: KNOWN_KEY });
  const ours = await readFile(join(directory, "wallet.json"), "utf8");
  expect((await Wallet.fromEncryptedJson(ours, CHEAP.password)).address).toBe(KNOWN_ADDRESS);
  const foreign = Wallet.createRandom();
  const text = await new Wallet(foreign.privateKey).encrypt(CHEAP.password);
  await writeFile(join(directory, "wallet.json"), text);
  expect((await openIdentity({ directory, ...CHEAP })).address).toBe(foreign.address);
});

test("an identity that is printed shows no private key", async () => {
  const directory = await testFolder();
  const identity = await openIdentity({ directory, ...CHEAP, importPrivateKey: KNOWN_KEY });
  const secret = Buffer.from(identity.encryptionPrivateKey).toString("hex");
  for (const shown of [
    inspect(identity, { depth: 9, showHidden: true }),
    JSON.stringify(identity),
  ]) {
    expect(shown).toContain(KNOWN_ADDRESS);
    expect(shown).not.toContain(KNOWN_KEY.slice(2));
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(`encryptionPrivateKey: Uint8Array`);
  }
});

test.each([0, 1, 3, 1000, 2 ** 21, 2.5])("scryptCost %d is refused", async (scryptCost) => {
  const opening = openIdentity({ directory: "unused", password: "p", scryptCost });
  await expect(opening).rejects.toMatchObject({ code: "OPTION_INVALID" });
});
