/** What browsers make of passkeys: the JSON forms of WebAuthn level 3, section 5.1, as far as they are read. */

/** A new passkey: `toJSON()` of the browser's `PublicKeyCredential`. Texts are base64url; other members are ignored. */
export interface PasskeyRegistration {
  /** Id of the passkey, which its authenticator chose. */
  readonly id: string;
  /** The same id. */
  readonly rawId: string;
  /** Kind of the credential: `public-key`. */
  readonly type: string;
  /** Answer of the authenticator. */
  readonly response: {
    /** Challenge, origin and purpose, as the browser saw them. */
    readonly clientDataJSON: string;
    /** Public key and data of the authenticator. */
    readonly attestationObject: string;
    /** Ways in which the authenticator is reached, such as `internal`. */
    readonly transports?: readonly string[] | undefined;
  };
}

/** The use of a passkey: `toJSON()` of the browser's `PublicKeyCredential`. Texts are base64url. */
export interface PasskeyAssertion {
  /** Id of the passkey. */
  readonly id: string;
  /** The same id. */
  readonly rawId: string;
  /** Kind of the credential: `public-key`. */
  readonly type: string;
  /** Answer of the authenticator. */
  readonly response: {
    /** Challenge, origin and purpose, as the browser saw them. */
    readonly clientDataJSON: string;
    /** Site, flags and counter, as the authenticator saw them. */
    readonly authenticatorData: string;
    /** Signature over both. */
    readonly signature: string;
    /** Account that the authenticator keeps with the passkey; some keep none. */
    readonly userHandle?: string | null | undefined;
  };
}

/** A passkey by its id. */
export interface PasskeyDescriptor {
  /** Kind of the credential. */
  readonly type: "public-key";
  /** Id of the passkey. */
  readonly id: string;
  /** Ways in which its authenticator is reached. */
  readonly transports: readonly string[];
}

/** Strength with which a person has to be verified, by a fingerprint or a PIN. */
export type UserVerification = "required" | "preferred";

/** Options for a new passkey: what `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
export interface PasskeyCreationOptions {
  /** Random text that the authenticator signs. */
  readonly challenge: string;
  /** The site. */
  readonly rp: {
    /** Host of the site. */
    readonly id: string;
    /** Name of the service. */
    readonly name: string;
  };
  /** The account. */
  readonly user: {
    /** Handle of the account, which the authenticator keeps. */
    readonly id: string;
    /** Name of the account. */
    readonly name: string;
    /** Name of the account, as it is shown. */
    readonly displayName: string;
  };
  /** Algorithms of signatures that are accepted, the preferred one first (COSE). */
  readonly pubKeyCredParams: readonly {
    /** Kind of the credential. */
    readonly type: "public-key";
    /** Algorithm of signatures, such as -7 for ES256. */
    readonly alg: number;
  }[];
  /** Time for the person in milliseconds. */
  readonly timeout: number;
  /** No proof of the authenticator's maker is asked for. */
  readonly attestation: "none";
  /** Passkeys that the account has. */
  readonly excludeCredentials: readonly PasskeyDescriptor[];
  /** Demands on the authenticator. */
  readonly authenticatorSelection: {
    /** Demand that the passkey can be found without a user name. */
    readonly residentKey: "preferred";
    /** The same demand, as level 1 spells it. */
    readonly requireResidentKey: false;
    /** Demand that the person is verified. */
    readonly userVerification: UserVerification;
  };
}

/** Options for the use of a passkey: what `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export interface PasskeyRequestOptions {
  /** Random text that the authenticator signs. */
  readonly challenge: string;
  /** Host of the site. */
  readonly rpId: string;
  /** Passkeys that may answer; none stands for any that the authenticator finds. */
  readonly allowCredentials: readonly PasskeyDescriptor[];
  /** Demand that the person is verified. */
  readonly userVerification: UserVerification;
  /** Time for the person in milliseconds. */
  readonly timeout: number;
}
