/** The two ceremonies of WebAuthn: options for the browser, and the check of what its authenticator has signed. */

import { fromBase64, toBase64url } from "@bourse/kernel/platform";

import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyDescriptor,
  PasskeyRegistration,
  PasskeyRequestOptions,
  UserVerification,
} from "./credential-forms.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Algorithms of signatures: ES256, EdDSA and RS256, which every authenticator has one of (COSE, RFC 9053). */
const ALGORITHMS = [-7, -8, -257];
/** Time for a person in milliseconds: as long as a challenge lives. */
const TIMEOUT_MILLISECONDS = 300_000;

/** A verified passkey, as it is stored. */
export interface VerifiedPasskey {
  /** Id of the passkey, in base64url. */
  readonly credentialId: string;
  /** Public key (COSE), in base64url. */
  readonly publicKey: string;
  /** Number of signatures that the authenticator has counted; 0 for one that does not count. */
  readonly counter: number;
}

/** Options for a new passkey of an account. @throws the core's error PASSKEYS_UNAVAILABLE */
export function creationOptions(
  party: RelyingParty,
  service: string,
  account: { readonly id: string; readonly label: string },
  challenge: string,
  excludeCredentials: readonly PasskeyDescriptor[],
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id: party.site().id, name: service },
    user: { id: handleOf(account.id), name: account.label, displayName: account.label },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: TIMEOUT_MILLISECONDS,
    attestation: "none",
    excludeCredentials,
    authenticatorSelection: {
      residentKey: "preferred",
      requireResidentKey: false,
      userVerification: "preferred",
    },
  };
}

/** Options for the use of a passkey. @throws the core's error PASSKEYS_UNAVAILABLE */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  allowCredentials: readonly PasskeyDescriptor[],
  userVerification: UserVerification,
): PasskeyRequestOptions {
  const rpId = party.site().id;
  return { challenge, rpId, allowCredentials, userVerification, timeout: TIMEOUT_MILLISECONDS };
}

/** The passkey that a browser has made for a challenge; undefined when anything about it is not in order. */
export async function verifyRegistration(
  party: RelyingParty,
  { id, rawId, type, response }: PasskeyRegistration,
  expectedChallenge: string,
): Promise<VerifiedPasskey | undefined> {
  const library = await party.library();
  const { clientDataJSON, attestationObject } = response;
  if (type !== "public-key") return undefined;
  const { registrationInfo } = await inOrder(() =>
    library.verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      ...expectedOf(party, expectedChallenge),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (registrationInfo === undefined || registrationInfo.credential.id !== id) return undefined;
  const { publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: toBase64url(publicKey), counter };
}

/**
 * The counter of a passkey that has signed a challenge; undefined when anything about it is not in order. A counter
 * that went back is for the caller to refuse.
 */
export async function verifyAssertion(
  party: RelyingParty,
  passkey: Pick<VerifiedPasskey, "credentialId" | "publicKey">,
  { id, rawId, type, response }: PasskeyAssertion,
  expectedChallenge: string,
  userVerification: UserVerification,
): Promise<number | undefined> {
  const library = await party.library();
  const { clientDataJSON, authenticatorData, signature } = response;
  if (type !== "public-key") return undefined;
  const { verified, authenticationInfo } = await inOrder(() =>
    library.verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      ...expectedOf(party, expectedChallenge),
      requireUserVerification: userVerification === "required",
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(bytesOf(passkey.publicKey)),
        counter: 0,
      },
    }),
  );
  return verified === true ? authenticationInfo?.newCounter : undefined;
}

/** True when a counter does not tell of a second authenticator with the same key (WebAuthn, section 6.1.1). */
export function isCounterForward(known: number, signed: number): boolean {
  return signed > known || (signed === 0 && known === 0);
}

/** The challenge that a browser has had signed; undefined for a text that is none of a browser. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const text = new TextDecoder().decode(bytesOf(clientDataJSON));
    const { challenge } = JSON.parse(text) as { readonly challenge?: unknown };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The handle of an account, which authenticators keep. */
export function handleOf(userId: string): string {
  return toBase64url(new TextEncoder().encode(userId));
}

function expectedOf(party: RelyingParty, expectedChallenge: string) {
  const { id: expectedRPID, origin: expectedOrigin } = party.site();
  return { expectedChallenge, expectedOrigin, expectedRPID };
}

/** The library rejects for whatever a stranger may send, which its message describes: nothing of that is for them. */
async function inOrder<T extends object>(verify: () => Promise<T>): Promise<Partial<T>> {
  try {
    return await verify();
  } catch {
    return {};
  }
}

function bytesOf(base64url: string): Uint8Array {
  return fromBase64(base64url.replaceAll("-", "+").replaceAll("_", "/"));
}
