/** Options of passkeys as the wire spells them: alike in both services. */

import type { PasskeyCreationOptions, PasskeyRequestOptions } from "@bourse/auth-core";
import type {
  PasskeyCreationOptions as WireCreation,
  PasskeyRequestOptions as WireRequest,
} from "@bourse/contract/auth";

type Descriptors = PasskeyRequestOptions["allowCredentials"];

/** Options for a new passkey. */
export function wireCreationOptions(options: PasskeyCreationOptions): WireCreation {
  return {
    ...options,
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: wireDescriptors(options.excludeCredentials),
  };
}

/** Options for the use of a passkey. */
export function wireRequestOptions(options: PasskeyRequestOptions): WireRequest {
  return { ...options, allowCredentials: wireDescriptors(options.allowCredentials) };
}

function wireDescriptors(descriptors: Descriptors): WireRequest["allowCredentials"] {
  return descriptors.map(({ transports, ...rest }) => ({ ...rest, transports: [...transports] }));
}
