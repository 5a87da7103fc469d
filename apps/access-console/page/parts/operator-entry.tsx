/** The place where the operator or the auditor enters the key. */

import { KeyEntry } from "@bourse/ui";

import { enterOperator } from "../model/operator.ts";

export function OperatorEntry() {
  return (
    <KeyEntry
      title="For the operator"
      hint="AUTH_OPERATOR_KEY of the server shows all users and the acts of all accounts, AUTH_AUDIT_KEY the acts alone. The key is kept in this page's memory only."
      enter={enterOperator}
    />
  );
}
