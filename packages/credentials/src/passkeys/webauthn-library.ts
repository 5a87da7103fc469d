/** The library that passkeys are verified with, as far as it is used: two functions of `@simplewebauthn/server`. */

/** A new passkey in the library's spelling. */
interface Registration {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
  readonly clientExtensionResults: object;
}

/** The use of a passkey in the library's spelling. */
interface Authentication {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
  readonly clientExtensionResults: object;
}

/** Demands on what an authenticator has signed. */
interface Expected {
  readonly expectedChallenge: string;
  readonly expectedOrigin: string;
  readonly expectedRPID: string;
  readonly requireUserVerification: boolean;
}

/** The functions of `@simplewebauthn/server` that passkeys need. They reject for whatever is not in order. */
export interface WebAuthnLibrary {
  /** Verifies a new passkey. */
  verifyRegistrationResponse(
    options: Expected & {
      readonly response: Registration;
      readonly supportedAlgorithmIDs: number[];
    },
  ): Promise<{
    readonly verified: boolean;
    readonly registrationInfo?: {
      readonly credential: {
        readonly id: string;
        readonly publicKey: Uint8Array;
        readonly counter: number;
      };
    };
  }>;
  /** Verifies the use of a passkey. */
  verifyAuthenticationResponse(
    options: Expected & {
      readonly response: Authentication;
      readonly credential: {
        readonly id: string;
        readonly publicKey: Uint8Array<ArrayBuffer>;
        readonly counter: number;
      };
    },
  ): Promise<{
    readonly verified: boolean;
    readonly authenticationInfo: { readonly newCounter: number };
  }>;
}
