/** `bourse auth`: commands on the data of the auth server, which must be stopped for them. */

import { readEnvironment } from "@bourse/http/environment";
import { authEnvironment, masterKeyPlace, STORE_SCHEMA } from "@bourse/server-auth/parts";

import type { Argument, Command } from "../command/command.ts";
import { endSessionsCommand } from "../service/end-sessions.ts";
import { resetCommand } from "../service/reset-user.ts";
import { createService, type Service } from "../service/service.ts";
import { auditCommand } from "../service/verify-audit.ts";
import { masterKeyFacts } from "../store/master-key-facts.ts";
import { storeCommands } from "../store/store-commands.ts";
import { addUser } from "./add-user.ts";
import { changeUser } from "./change-user.ts";
import { deleteUser } from "./delete-user.ts";
import { listWebhooks } from "./list-webhooks.ts";
import { onAuthCore } from "./on-auth-core.ts";
import { removeFactors } from "./remove-factors.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { userRole } from "./user-role.ts";

const EMAIL: Argument = { name: "EMAIL", description: "e-mail address of the account" };

const ROLE: Argument = {
  name: "ROLE",
  description: "role that the account gets; without it, its role is shown",
  isOptional: true,
};

const users = (change: "disable" | "enable", summary: string): Command => ({
  summary,
  takes: [EMAIL],
  examples: ["ada@example.com"],
  run: ({ words: [email = ""] }, surroundings) =>
    onAuthCore(surroundings, ({ core }) => changeUser(core, change, email, surroundings)),
});

const store = storeCommands((surroundings) => {
  const place = masterKeyPlace(readEnvironment(authEnvironment, surroundings.variables));
  return masterKeyFacts(STORE_SCHEMA, place, surroundings);
});

const loadServer = async () => (await import("@bourse/server-auth")).authServer;

/** The auth service with its commands. */
export const authService: Service = createService(
  loadServer,
  {
    name: "bourse auth",
    about: "Accounts, access tokens and API keys.",
    commands: {
      "keys rotate": {
        summary: "sign with the next key from now on; tokens in use stay valid",
        whileRunning: "Or send it SIGHUP to rotate its keys without a stop.",
        run: (_, surroundings) =>
          onAuthCore(surroundings, ({ core }) => rotateKeys(core, surroundings)),
      },
      "users add": {
        summary: "create an account, and print a link that sets its password",
        details: "Also where REGISTRATION is invite or closed. `users reset` makes another link.",
        takes: [EMAIL],
        examples: ["ada@example.com"],
        run: ({ words: [email = ""] }, surroundings) =>
          onAuthCore(surroundings, ({ core }) => addUser(core, email, surroundings)),
      },
      "users disable": users(
        "disable",
        "end all sessions of an account, and refuse its keys and logins",
      ),
      "users enable": users(
        "enable",
        "accept its keys and logins again; ended sessions stay ended",
      ),
      "users delete": {
        summary: "delete an account and all of its data now; only a backup brings it back",
        details:
          "The audit trail keeps its rows: ids and IP addresses, never the name or e-mail address. The owner gets a mail where SMTP_URL is set, once the server runs.",
        takes: [EMAIL],
        examples: ["ada@example.com"],
        run: ({ words: [email = ""] }, surroundings) =>
          onAuthCore(surroundings, ({ core }) => deleteUser(core, email, surroundings)),
      },
      "users remove-factors": {
        summary: "remove all second factors of an account whose owner has lost them",
        details:
          "The next login needs the password alone. Make sure who asks: a person who has lost phone and recovery codes can prove nothing here. A mail tells the account of it where SMTP_URL is set.",
        takes: [EMAIL],
        examples: ["ada@example.com"],
        run: ({ words: [email = ""] }, surroundings) =>
          onAuthCore(surroundings, ({ core }) => removeFactors(core, email, surroundings)),
      },
      "users reset": resetCommand({
        server: "bourse-auth",
        sendsMail: ({ variables }) =>
          readEnvironment(authEnvironment, variables).SMTP_URL !== undefined,
        onCore: (surroundings, act) => onAuthCore(surroundings, ({ core }) => act(core)),
      }),
      "users role": {
        summary: "show the role of an account, or give it one of the setting ACCOUNT_ROLES",
        details:
          "A role bounds what the account's logins and API keys may do on its own resources; owner may do everything. A mail tells the account of it where SMTP_URL is set.",
        takes: [EMAIL, ROLE],
        examples: ["ada@example.com", "ada@example.com owner"],
        run: ({ words: [email = "", role] }, surroundings) =>
          onAuthCore(surroundings, ({ core }) => userRole(core, email, role, surroundings)),
      },
      "webhooks list": {
        summary: "show the webhooks of an account, each with its newest 20 deliveries",
        takes: [EMAIL],
        examples: ["ada@example.com"],
        run: ({ words: [email = ""] }, surroundings) =>
          onAuthCore(surroundings, ({ core }) => listWebhooks(core, email, surroundings)),
      },
      "sessions end": endSessionsCommand((surroundings, end) =>
        onAuthCore(surroundings, ({ core }) => end(core)),
      ),
      "audit verify": auditCommand((surroundings, verify) =>
        onAuthCore(surroundings, ({ core }) => verify(core.trail)),
      ),
      "store copy": store.copy,
      "store check": store.check,
    },
    examples: [
      "bourse start auth --env-file production.env",
      "bourse auth users disable ada@example.com",
      "bourse auth store copy lowdb:a.json sqlite:a.db",
    ],
    notes:
      "The server must be stopped before keys, users, webhooks, sessions, audit, outbox and store. A running one rotates its keys when it receives SIGHUP. Settings are environment variables; the README of @bourse/server-auth lists them.",
  },
  {
    service: "auth",
    onStore: (surroundings, act) => onAuthCore(surroundings, (opened) => act(opened.store)),
  },
);
