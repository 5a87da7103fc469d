/** Passkeys of this browser: made and used by its own dialogs (WebAuthn level 3), in the JSON forms of the services. */

/** Options for a new passkey, as the service answers them. */
export interface PasskeyCreation {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: "public-key"; readonly alg: number }[];
  readonly timeout: number;
  readonly excludeCredentials: readonly Descriptor[];
  readonly authenticatorSelection: AuthenticatorSelectionCriteria;
}

/** Options for the use of a passkey, as the service answers them. */
export interface PasskeyRequest {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: "required" | "preferred";
  readonly allowCredentials: readonly Descriptor[];
}

interface Descriptor {
  readonly type: "public-key";
  readonly id: string;
  readonly transports: readonly string[];
}

/** True where the browser knows passkeys on this page. */
export function knowsPasskeys(): boolean {
  return "PublicKeyCredential" in globalThis;
}

/** Lets the reader make a passkey. Rejects with a sentence when none is made. */
export async function createPasskey({ rp, pubKeyCredParams, ...options }: PasskeyCreation) {
  const made = await ofReader(() =>
    navigator.credentials.create({
      publicKey: {
        rp,
        timeout: options.timeout,
        authenticatorSelection: options.authenticatorSelection,
        pubKeyCredParams: [...pubKeyCredParams],
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: options.excludeCredentials.map(descriptor),
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...named(made),
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/** Lets the reader use a passkey. Rejects with a sentence when none is used. */
export async function takePasskey({ challenge, allowCredentials, ...options }: PasskeyRequest) {
  const used = await ofReader(() =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytes(challenge),
        allowCredentials: allowCredentials.map(descriptor),
      },
    }),
  );
  const response = used.response as AuthenticatorAssertionResponse;
  const handle = response.userHandle;
  return {
    ...named(used),
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      authenticatorData: base64url(response.authenticatorData),
      signature: base64url(response.signature),
      ...(handle !== null && { userHandle: base64url(handle) }),
    },
  };
}

/** Reasons of browsers that a person can do something about. */
const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: "No passkey was used: it was cancelled, or took too long. Try again.",
  InvalidStateError: "This device has a passkey of your account already.",
  SecurityError: "This page is not at the address that passkeys of this service belong to.",
};

async function ofReader(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential !== null) return credential as PublicKeyCredential;
  } catch (error) {
    const { name = "" } = (error ?? {}) as { readonly name?: string };
    throw new Error(SENTENCES[name] ?? String(error), { cause: error });
  }
  throw new Error(SENTENCES["NotAllowedError"]);
}

function named({ id }: PublicKeyCredential) {
  return { id, rawId: id, type: "public-key" as const };
}

function descriptor({ type, id, transports }: Descriptor): PublicKeyCredentialDescriptor {
  return { type, id: bytes(id), transports: transports as AuthenticatorTransport[] };
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function base64url(buffer: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
