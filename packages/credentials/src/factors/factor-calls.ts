/** Types of the arguments that the cores with second factors share, for callers without types. */

import {
  absentOr,
  anyText,
  type ArgumentRule,
  listOf,
  nullOr,
  objectOf,
  trueOrFalse,
} from "@bourse/kernel";

const credential = { id: anyText, rawId: anyText, type: anyText };

const assertion: ArgumentRule = objectOf({
  ...credential,
  response: objectOf({
    clientDataJSON: anyText,
    authenticatorData: anyText,
    signature: anyText,
    userHandle: absentOr(nullOr(anyText)),
  }),
});

const newPasskey: ArgumentRule = objectOf({
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

const answerMembers = {
  challenge: anyText,
  code: absentOr(anyText),
  credential: absentOr(assertion),
};
const answer: ArgumentRule = objectOf(answerMembers);

const login: ArgumentRule = objectOf({
  ...answerMembers,
  remember: absentOr(trueOrFalse),
  deviceSecret: absentOr(anyText),
});

/** Rules of arguments of second factors. */
export const factorArguments: {
  /** Argument of the type `FactorAnswer`. */
  readonly answer: ArgumentRule;
  /** Argument of the type `FactorLogin`. */
  readonly login: ArgumentRule;
  /** Argument of the type `PasskeyAssertion`. */
  readonly assertion: ArgumentRule;
  /** Argument of the type `NewPasskey`. */
  readonly newPasskey: ArgumentRule;
} = { answer, login, assertion, newPasskey };
