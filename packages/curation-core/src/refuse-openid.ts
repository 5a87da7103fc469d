import type { RefuseOpenId } from "@bourse/credentials";

import { CurationError } from "./errors.ts";
import { invalid } from "./invalid.ts";

/** Makes the errors of sign-ins, in the core's spelling. */
export const refuseOpenId: RefuseOpenId = (code, message, options) => {
  if (code === "VALIDATION_ERROR") return invalid(["query", "challenge"], message, "challenge");
  return new CurationError(code === "CONFLICT" ? "STATE_CONFLICT" : code, message, options);
};
