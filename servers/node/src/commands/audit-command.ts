/** `bourse-node audit verify`: the chain of the audit trail. A node with files of its own must be stopped first. */

import { verifyAudit } from "@bourse/http";
import { createAuditTrail } from "@bourse/kernel";

import { withStore } from "./command-store.ts";
import type { Command } from "./command.ts";

export const auditCommand: Command = async ([verb, noted, ...rest], context) => {
  if (verb !== "verify" || rest.length > 0) return undefined;
  return withStore(context, {}, (store) =>
    verifyAudit(createAuditTrail({ store }), noted, context),
  );
};
