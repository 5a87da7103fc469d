/** Approves one draft after another on a SQLite store, until it is killed. */
import { openStore } from "@bourse/store";

import { curationCollections } from "../src/index.ts";
import { fixture, specification } from "./support/curation.ts";

const store = await openStore(process.argv[2] ?? "", { collections: curationCollections });
const { core, author, curator } = await fixture({ store });
for (;;) {
  const { id } = await core.drafts.create(author, { draftData: specification() });
  await core.review.approve(curator, id);
  process.stdout.write("approved\n");
}
