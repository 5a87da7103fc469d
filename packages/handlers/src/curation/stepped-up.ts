import type { Actor, CurationCore } from "@bourse/curation-core";

import { known, type Caller } from "./authenticate.ts";

/** The caller of a change that needs a step-up in an account with a second factor. */
export async function steppedUp(
  { factors }: Pick<CurationCore, "factors">,
  identity: Caller,
): Promise<Actor> {
  const actor = known(identity);
  await factors.requireStepUp(actor);
  return actor;
}
