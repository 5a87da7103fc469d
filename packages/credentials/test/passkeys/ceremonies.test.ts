/** Passkeys of real authenticators, from the tests of another library. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import {
  challengeIn,
  isCounterForward,
  verifyAssertion,
  verifyRegistration,
} from "../../src/passkeys/ceremonies.ts";
import { createChallengeSeal } from "../../src/passkeys/challenge-seal.ts";
import type { PasskeyAssertion, PasskeyRegistration } from "../../src/passkeys/credential-forms.ts";
import { createRelyingParty, type RelyingParty } from "../../src/passkeys/relying-party.ts";

interface Vector<Credential> {
  readonly name?: string;
  readonly challenge: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly credential: Credential;
}

const { registration, assertions } = JSON.parse(
  readFileSync(new URL("vectors.json", import.meta.url), "utf8"),
) as {
  readonly registration: Vector<PasskeyRegistration>;
  readonly assertions: readonly Vector<PasskeyAssertion>[];
};

const partyAt = (publicUrl: string | undefined): RelyingParty =>
  createRelyingParty(
    { publicUrl, webauthn: () => import("@simplewebauthn/server") },
    (message) => new Error(message),
  );
const party = partyAt("http://localhost:5000/console");

test("a new passkey of a real authenticator is read as another library reads it", async () => {
  const { challenge, credential, publicKey, counter } = registration;
  expect(challengeIn(credential.response.clientDataJSON)).toBe(challenge);
  const verified = await verifyRegistration(party, credential, challenge);
  expect(verified).toEqual({ credentialId: credential.id, publicKey, counter });
  for (const other of ["http://localhost:5001", "https://localhost:5000", "http://example.com"]) {
    expect(await verifyRegistration(partyAt(other), credential, challenge)).toBeUndefined();
  }
  expect(await verifyRegistration(party, { ...credential, id: "AA" }, challenge)).toBeUndefined();
});

test.each(assertions)(
  "a signature by $name of a real authenticator is accepted, and no other",
  async (vector) => {
    const { challenge, credential, publicKey, counter } = vector;
    const passkey = { credentialId: credential.id, publicKey };
    const verify = (changes: object = {}, at = party): Promise<number | undefined> => {
      const response = { ...credential.response, ...changes };
      return verifyAssertion(at, passkey, { ...credential, response }, challenge, "preferred");
    };
    expect(await verify()).toBe(counter);
    expect(await verify({}, partyAt("http://localhost:5001"))).toBeUndefined();
    const signature = credential.response.signature.replace(/^.{8}/, "AAAAAAAA");
    for (const changed of [
      { signature },
      { signature: "" },
      { signature: "%" },
      { authenticatorData: "" },
      { clientDataJSON: "e30" },
    ]) {
      expect(await verify(changed)).toBeUndefined();
    }
  },
);

test("a site without its settings or its library names what is missing", async () => {
  const missing = (publicUrl: string | undefined, hasLibrary = true): string => {
    const webauthn = hasLibrary ? () => import("@simplewebauthn/server") : undefined;
    const made = createRelyingParty({ publicUrl, webauthn }, (message) => new Error(message));
    try {
      return made.site().id;
    } catch (error) {
      expect(made.isReady).toBe(false);
      return (error as Error).message;
    }
  };
  expect(missing("https://accounts.example:8443/x")).toBe("accounts.example");
  expect(missing(undefined)).toContain("set PUBLIC_URL.");
  expect(missing("https://a.example", false)).toContain("install @simplewebauthn/server");
  expect(missing(undefined, false)).toContain("set PUBLIC_URL");
  for (const address of ["http://127.0.0.1:3000", "http://[::1]:3000"]) {
    expect(missing(address)).toContain("to a name");
  }
  const absent = (): Promise<never> =>
    Promise.reject(Object.assign(new Error("gone"), { code: "ERR_MODULE_NOT_FOUND" }));
  const gone = createRelyingParty(
    { publicUrl: "https://a.example", webauthn: absent },
    (message) => new Error(message),
  );
  await expect(gone.library()).rejects.toThrow("install @simplewebauthn/server");
});

test("a counter that stays or goes back is no counter of one authenticator, unless it does not count", () => {
  const pairs = [
    [0, 0, true],
    [0, 1, true],
    [7, 8, true],
    [7, 7, false],
    [7, 6, false],
    [7, 0, false],
  ] as const;
  for (const [known, signed, isForward] of pairs) {
    expect(isCounterForward(known, signed), `${known} → ${signed}`).toBe(isForward);
  }
});

test("a challenge is good for its purpose, its account and its master key alone, and survives a browser", () => {
  const seal = createChallengeSeal(new Uint8Array(32).fill(1));
  const other = createChallengeSeal(new Uint8Array(32).fill(2));
  const use = { purpose: "passkey_setup", userId: "ada" } as const;
  const end = Date.UTC(2026, 0, 1);
  for (let count = 0; count < 20; count++) {
    const challenge = seal.issue(use, end);
    expect(Buffer.from(challenge, "base64url").toString("base64url")).toBe(challenge);
    expect(seal.expiryOf(challenge, use)).toBe(end);
    expect(other.expiryOf(challenge, use)).toBeUndefined();
    expect(seal.expiryOf(challenge, { ...use, userId: "bob" })).toBeUndefined();
    expect(seal.expiryOf(challenge, { ...use, userId: null })).toBeUndefined();
    expect(seal.expiryOf(challenge, { ...use, purpose: "passkey_login" })).toBeUndefined();
    const later = (end + 60_000).toString(36).padStart(9, "0") + challenge.slice(9);
    expect(seal.expiryOf(later, use)).toBeUndefined();
  }
  for (const none of ["", "x", "a".repeat(72)]) expect(seal.expiryOf(none, use)).toBeUndefined();
});
