/** An authenticator in software (WebAuthn level 3, section 6): ES256 keys, attestation `none`, and lies on demand. */

import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** A passkey of the authenticator. */
interface Held {
  readonly id: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** Part of the options for a new passkey that is read. */
export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string | undefined };
  readonly user: { readonly id: string };
}

/** Part of the options for the use of a passkey that is read. */
export interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string | undefined;
  readonly allowCredentials?: readonly { readonly id: string }[] | undefined;
}

/** Whatever another page, another authenticator or an attacker would say instead. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly signature?: string;
}

/** Answer to the options for a new passkey, as `PublicKeyCredential.toJSON` spells it. */
interface CreatedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: object;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: readonly string[];
  };
}

/** Answer to the options for the use of a passkey, as `PublicKeyCredential.toJSON` spells it. */
interface UsedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: object;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle: string | null;
  };
}

/** An authenticator that belongs to one person. */
export interface Authenticator {
  /** Makes a passkey. */
  create(options: CreationOptions, lies?: Lies): CreatedCredential;
  /** Signs with the first passkey that the options allow. @throws Error when it has none */
  use(options: RequestOptions, lies?: Lies): UsedCredential;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** An authenticator in a browser that shows a page of this origin. */
export function createAuthenticator(origin: string): Authenticator {
  const held: Held[] = [];
  const clientData = (type: string, challenge: string, lies: Lies): string =>
    base64url(
      Buffer.from(
        JSON.stringify({
          type: lies.type ?? type,
          challenge: lies.challenge ?? challenge,
          origin: lies.origin ?? origin,
          crossOrigin: false,
        }),
      ),
    );
  return {
    create: ({ challenge, rp, user }, lies = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = base64url(randomBytes(32));
      held.push({ id, userHandle: user.id, privateKey, counter: 0 });
      const data = Buffer.concat([
        authenticatorData(rp.id ?? "", { ...lies, counter: lies.counter ?? 0 }, HAS_KEY),
        Buffer.alloc(16),
        Buffer.from([0, 32]),
        Buffer.from(id, "base64url"),
        coseKey(publicKey),
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, lies),
          attestationObject: base64url(attestation(data)),
          transports: ["internal"],
        },
      };
    },
    use: ({ challenge, rpId, allowCredentials = [] }, lies = {}) => {
      const found = held.find(
        ({ id }) =>
          allowCredentials.length === 0 || allowCredentials.some((allowed) => allowed.id === id),
      );
      if (found === undefined) throw new Error("The authenticator has no such passkey.");
      found.counter += 1;
      const data = authenticatorData(rpId ?? "", { counter: found.counter, ...lies }, 0);
      const clientDataJSON = clientData("webauthn.get", challenge, lies);
      const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
      const signature = createSign("sha256").update(data).update(hash).sign(found.privateKey);
      return {
        id: found.id,
        rawId: found.id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON,
          authenticatorData: base64url(data),
          signature: lies.signature ?? base64url(signature),
          userHandle: lies.userHandle === undefined ? found.userHandle : lies.userHandle,
        },
      };
    },
  };
}

/** Site, flags and counter (section 6.1). */
function authenticatorData(
  rpId: string,
  { rpId: other, isUserVerified = true, counter = 0 }: Lies,
  flags: number,
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    createHash("sha256")
      .update(other ?? rpId)
      .digest(),
    Buffer.from([PRESENT | (isUserVerified ? VERIFIED : 0) | flags]),
    count,
  ]);
}

/** A public key of P-256 for ES256 (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return Buffer.concat([
    // A map of five: kty EC2, alg ES256, crv P-256, then the coordinates.
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
}

/** An attestation object of the format `none` (section 8.7). */
function attestation(authData: Buffer): Buffer {
  const text = (value: string): Buffer =>
    Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x58, authData.length]),
    authData,
  ]);
}

function base64url(bytes: Buffer): string {
  return bytes.toString("base64url");
}
