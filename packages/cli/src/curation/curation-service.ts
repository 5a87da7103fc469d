/** `bourse curation`: commands on the data of the curation server, which must be stopped for them. */

import { readEnvironment } from "@bourse/http/environment";
import type { CurationCore } from "@bourse/server-curation/parts";
import {
  curationEnvironment,
  masterKeyPlace,
  seedCuration,
  STORE_SCHEMA,
} from "@bourse/server-curation/parts";

import type { CommandOutput, ExitCode } from "../command/command.ts";
import { endSessionsCommand } from "../service/end-sessions.ts";
import { resetCommand } from "../service/reset-user.ts";
import { createService, type Service } from "../service/service.ts";
import { auditCommand } from "../service/verify-audit.ts";
import { masterKeyFacts } from "../store/master-key-facts.ts";
import { storeCommands } from "../store/store-commands.ts";
import { adminCommands } from "./admin-commands.ts";
import { moderationCommands } from "./moderation-commands.ts";
import { onCurationCore } from "./on-curation-core.ts";

const EXISTING = { mustExist: true } as const;

const store = storeCommands((surroundings) => {
  const place = masterKeyPlace(readEnvironment(curationEnvironment, surroundings.variables));
  return masterKeyFacts(STORE_SCHEMA, place, surroundings);
});

const loadServer = async () => (await import("@bourse/server-curation")).curationServer;

/** The curation service with its commands. */
export const curationService: Service = createService(
  loadServer,
  {
    name: "bourse curation",
    about: "Market drafts, review and public markets.",
    commands: {
      seed: {
        summary: "add example drafts and markets; only once",
        run: (_, surroundings) => onCurationCore(surroundings, (core) => seed(core, surroundings)),
      },
      ...adminCommands,
      ...moderationCommands,
      "users reset": resetCommand({
        server: "bourse-curation",
        details:
          "Where a proved wallet holds the account and nobody has confirmed the address, the mail has no link; without SMTP_URL the link is yours to hand over.",
        sendsMail: ({ variables }) =>
          readEnvironment(curationEnvironment, variables).SMTP_URL !== undefined,
        onCore: (surroundings, act) => onCurationCore(surroundings, act, EXISTING),
      }),
      "sessions end": endSessionsCommand((surroundings, end) =>
        onCurationCore(surroundings, (core) => end(core), EXISTING),
      ),
      "audit verify": auditCommand((surroundings, verify) =>
        onCurationCore(surroundings, ({ trail }) => verify(trail), EXISTING),
      ),
      "store copy": store.copy,
      "store check": store.check,
    },
    examples: [
      "ADMIN_EMAILS=ada@example.com bourse start curation",
      "bourse curation seed",
      "bourse curation admin grant user:ada",
    ],
    notes:
      "The server must be stopped before seed, admin, users, webhooks, sessions, audit, outbox and store. The code of the first admin is in DATA_DIR/curation-admin-code. Settings are environment variables; the README of @bourse/server-curation lists them.",
  },
  {
    service: "curation",
    onStore: (surroundings, act) =>
      onCurationCore(surroundings, (_core, _config, opened) => act(opened), EXISTING),
  },
);

async function seed(core: CurationCore, { stdout }: CommandOutput): Promise<ExitCode> {
  const { drafts, markets } = await seedCuration(core);
  stdout(
    drafts === 0
      ? "The store already has the examples; nothing was added."
      : `Added ${drafts} drafts, ${markets} of them with a market.`,
  );
  return 0;
}
