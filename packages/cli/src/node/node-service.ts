/** `bourse node`: commands on the data of a node, over the running node where there is one. */

import { createAuditTrail } from "@bourse/kernel";
import { STORE_SCHEMA } from "@bourse/server-node/parts";

import { UsageError, type Argument, type Command, type CommandTable } from "../command/command.ts";
import { quoted } from "../command/read-line.ts";
import type { OnStore } from "../service/outbox-commands.ts";
import { createService, type Service } from "../service/service.ts";
import { auditCommand } from "../service/verify-audit.ts";
import { webhookListCommand } from "../service/webhook-commands.ts";
import { storeCommands } from "../store/store-commands.ts";
import { backUpTo, restoreFrom } from "./data-commands.ts";
import { examineNode } from "./doctor-command.ts";
import { initNode } from "./init-command.ts";
import { createKey, listKeys, revokeKey } from "./key-commands.ts";
import { nodeContext, type NodeContext } from "./node-context.ts";
import { changePassword } from "./password-command.ts";
import { showPeers } from "./peers-command.ts";
import {
  decideTransaction,
  listTransactions,
  type TransactionAction,
} from "./transaction-commands.ts";
import { showWallet } from "./wallet-command.ts";
import { withStore } from "./with-store.ts";

/** A command without arguments. */
const plain = (
  summary: string,
  act: (context: NodeContext) => ReturnType<Command["run"]>,
  details?: string,
): Command => ({
  summary,
  ...(details !== undefined && { details }),
  run: async (_, surroundings) => await act(nodeContext(surroundings)),
});

const ID: Argument = { name: "ID", description: "id, as the list shows it" };

const keys: CommandTable = {
  "keys create": {
    summary: "make an API key and print it, which happens once",
    details: "Goes to the running node, or into the store of a stopped one.",
    takes: [
      { name: "NAME", description: "name of the key" },
      {
        name: "SCOPE",
        isMany: true,
        description:
          "share (shares data), read (decrypts all data of the node), transfer (pays) or admin (manages keys, tokens and transactions, and opens a session of the dashboard that may do everything)",
      },
    ],
    flags: {
      days: { value: "N", description: "days after which the key ends; never without it" },
      payee: {
        value: "ADDRESS",
        isMany: true,
        description: "whom a key with the scope transfer may pay",
      },
      spend: {
        value: "TOKEN=CALL/DAY",
        isMany: true,
        description: "how much of a token it may spend in a call and in 24 hours",
      },
      "shares-per-day": {
        value: "N",
        description: "shares that it may make in a UTC day; KEY_SHARES_PER_DAY without it",
      },
      "gas-per-day": {
        value: "N",
        description: "units of gas that it may use in a UTC day; KEY_GAS_PER_DAY without it",
      },
    },
    examples: ["feed share read --days 90"],
    run: async (line, surroundings) => await createKey(line, nodeContext(surroundings)),
  },
  "keys list": plain("list the API keys", listKeys),
  "keys revoke": {
    summary: "refuse an API key from now on",
    takes: [ID],
    run: async ({ words: [id = ""] }, surroundings) =>
      await revokeKey(id, nodeContext(surroundings)),
  },
};

const decide = (action: TransactionAction, summary: string): Command => ({
  summary,
  takes: [ID],
  run: async ({ words: [id = ""] }, surroundings) =>
    await decideTransaction(action, id, nodeContext(surroundings)),
});

const transactions: CommandTable = {
  transactions: plain("as transactions list", (context) => listTransactions(false, context)),
  "transactions list": {
    summary: "list the transactions that are not final, with what they wait for",
    details: "After a restore they are parked until the operator decides about each.",
    takes: [{ name: "all", isOptional: true, description: "the word all, for final ones too" }],
    run: async ({ words: [all] }, surroundings) => {
      if (all !== undefined && all !== "all") {
        throw new UsageError(
          `transactions list takes the word all or nothing, found ${quoted(all)}.`,
        );
      }
      return await listTransactions(all === "all", nodeContext(surroundings));
    },
  },
  "transactions send": decide("send", "send a parked transaction"),
  "transactions accept": decide("accept", "take the chain's own transaction for it"),
  "transactions replace": decide("replace", "raise the fees of a sent transaction"),
  "transactions cancel": decide("cancel", "give a transaction up"),
};

const store = storeCommands(() => ({ schema: STORE_SCHEMA }));

const data: CommandTable = {
  backup: {
    summary: "copy all data to a new folder, also while the node runs",
    takes: [{ name: "FOLDER", description: "new folder" }],
    examples: ["/backups/monday"],
    run: async ({ words: [folder = ""] }, surroundings) =>
      await backUpTo(folder, nodeContext(surroundings)),
  },
  restore: {
    summary: "verify such a folder and put it where DATA_DIR is, which must be empty",
    takes: [{ name: "FOLDER", description: "folder of a backup" }],
    examples: ["/backups/monday"],
    run: async ({ words: [folder = ""] }, surroundings) =>
      await restoreFrom(folder, nodeContext(surroundings)),
  },
  "store copy": store.copy,
  "store check": store.check,
};

const onStore: OnStore = (surroundings, act) =>
  withStore(nodeContext(surroundings), { writes: true }, act);

const loadServer = async () => (await import("@bourse/server-node")).nodeServer;

/** The node service with its commands. */
export const nodeService: Service = createService(
  loadServer,
  {
    name: "bourse node",
    about: "Encrypted data, shared and paid for on a chain.",
    commands: {
      init: plain("make the keys of a new node in an empty folder, without a start", initNode),
      ...keys,
      ...transactions,
      wallet: plain("show address, node id and encryption key of this node", showWallet),
      "wallet password": plain(
        "give the keystore of a stopped node another password",
        changePassword,
        "Takes the old one from KEYSTORE_PASSWORD_FILE and the new one from KEYSTORE_NEW_PASSWORD_FILE, or both from the terminal.",
      ),
      peers: plain("show where this node is reached, and whom it knows", showPeers),
      "audit verify": auditCommand((surroundings, verify) =>
        withStore(nodeContext(surroundings), {}, (opened) =>
          verify(createAuditTrail({ store: opened })),
        ),
      ),
      ...webhookListCommand(onStore),
      ...data,
      doctor: plain("say what is in order, what is not, and what to do about it", examineNode),
    },
    examples: [
      "bourse start node",
      "bourse node keys create feed share read --days 90",
      "bourse node backup /backups/monday",
    ],
    notes: "Settings are environment variables; the README of @bourse/server-node lists them.",
  },
  { service: "node", onStore },
);
