/** Usage of `bourse-node`. */

import type { Usage } from "@bourse/http";

/** Text of `--help` and the words that begin a command. */
export const USAGE: Usage = {
  commands: [
    "start",
    "init",
    "keys",
    "transactions",
    "wallet",
    "peers",
    "doctor",
    "health",
    "audit",
    "backup",
    "restore",
    "store",
  ],
  text: `Usage: bourse-node [start]
       bourse-node init
       bourse-node keys create NAME [SCOPE ...] [--days N]
                   [--payee ADDRESS ...] [--spend TOKEN=CALL/DAY ...]
       bourse-node keys list
       bourse-node keys revoke ID
       bourse-node transactions [list [all]]
       bourse-node transactions send | accept | replace | cancel ID
       bourse-node wallet [password]
       bourse-node peers | doctor | health
       bourse-node audit verify [POSITION:HASH]
       bourse-node backup FOLDER
       bourse-node restore FOLDER
       bourse-node store copy FROM TO

start         run the node (the default): its page on http://127.0.0.1:8082,
              and without BLOCKCHAIN_URL a development chain of its own
init          make the keys of a new node in an empty folder, without a start
keys          API keys with the scopes share, read, transfer and admin (default
              read). --days ends a key after N days; with the scope transfer,
              --payee names whom it may pay, --spend how much of a token in a
              call and in 24 hours
transactions  those that are not final, with what they wait for. After a restore
              they are parked: send sends one, accept takes the chain's own
              transaction for it; cancel gives any up, replace raises the fees
              of a sent one
wallet        address, node id and encryption key of this node. password gives
              the keystore of a stopped node another password: the old one from
              KEYSTORE_PASSWORD_FILE, the new one from
              KEYSTORE_NEW_PASSWORD_FILE, or both from the terminal
peers         where this node is reached, and whom it knows
doctor        say what is in order, what is not, and what to do about it
health        ask the running node whether it is ready
audit verify  check the chain of the audit trail, and that a row noted earlier
              is still there
backup        copy all data to a new folder, also while the node runs
restore       verify such a folder and put it where DATA_DIR is; that must be
              empty
store copy    copy the store of a stopped node into another file or PostgreSQL,
              and verify it

--env-file PATH  settings from a file of NAME=value lines; may be repeated.
                 A variable that is set already wins
--version        print the version
--help           print this text

Examples
  bourse-node
  bourse-node --env-file production.env
  bourse-node keys create feed share read --days 90
  bourse-node backup /backups/monday

Settings are environment variables; the README lists them with their defaults.
Exit codes: 0 done, 1 refused or failed, 2 called wrongly`,
};
