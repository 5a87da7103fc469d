/** `bourse store`: the commands on stores of any service. */

import type { CommandSet } from "../command/command-set.ts";
import { storeCommands } from "./store-commands.ts";

/** The commands below `bourse store`. */
export const storeSet: CommandSet = {
  name: "bourse store",
  about: "Copies or checks the whole store of a server, which must be stopped.",
  commands: { ...storeCommands() },
  examples: [
    "bourse store copy lowdb:auth.json sqlite:auth.db --key-file data/auth.key",
    "bourse store check sqlite:data/backtest.db",
  ],
  notes:
    "In a database the schemas of the servers are auth, curation, backtest and node: name one.",
};
