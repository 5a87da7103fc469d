/** Refused answers of second factors in sentences: the service refuses them as it refuses a wrong password. */

import { codeOf } from "./explain.ts";

/** Throws an error again, with a wrong code called one. */
export function wrongCode(error: unknown): never {
  throw refused(
    error,
    "The code is not right now. Wait for the next one of the app, or use a recovery code.",
  );
}

/** Throws an error again, with a passkey that was not accepted called one. */
export function wrongPasskey(error: unknown): never {
  throw refused(error, "This passkey was not accepted. Use another one, or another way.");
}

function refused(error: unknown, sentence: string): unknown {
  return codeOf(error) === "INVALID_CREDENTIALS" ? new Error(sentence) : error;
}
