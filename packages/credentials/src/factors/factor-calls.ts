/** Types of the arguments that the cores with second factors share, for callers without types. */

import { absentOr, anyText, type ArgumentRule, listOf, nullOr, objectOf } from "@bourse/kernel";

const credential = { id: anyText, rawId: anyText, type: anyText };

/** Argument of the type `PasskeyAssertion`. */
export const passkeyAssertionArgument: ArgumentRule = objectOf({
  ...credential,
  response: objectOf({
    clientDataJSON: anyText,
    authenticatorData: anyText,
    signature: anyText,
    userHandle: absentOr(nullOr(anyText)),
  }),
});

/** Argument of the type `NewPasskey`. */
export const newPasskeyArgument: ArgumentRule = objectOf({
  name: absentOr(anyText),
  credential: objectOf({
    ...credential,
    response: objectOf({
      clientDataJSON: anyText,
      attestationObject: anyText,
      transports: absentOr(listOf(anyText)),
    }),
  }),
});

/** Argument of the type `FactorAnswer`. */
export const factorAnswerArgument: ArgumentRule = objectOf({
  challenge: anyText,
  code: absentOr(anyText),
  credential: absentOr(passkeyAssertionArgument),
});
