/** `bourse-node audit verify`: the chain of the audit trail. The node must be stopped first. */

import { verifyAudit } from "@bourse/http";
import { createAuditTrail } from "@bourse/kernel";
import { nodeCollections } from "@bourse/node-core";
import { openStore } from "@bourse/store";

import type { Command } from "./command.ts";
import { checkNodeExists } from "./node-exists.ts";

export const auditCommand: Command = async ([verb, noted, ...rest], context) => {
  if (verb !== "verify" || rest.length > 0) return undefined;
  const { layout, stderr } = context;
  checkNodeExists(layout);
  const store = await openStore(`sqlite:${layout.database}`, {
    collections: nodeCollections,
    warn: stderr,
  });
  try {
    return await verifyAudit(createAuditTrail({ store }), noted, context);
  } finally {
    await store.close();
  }
};
