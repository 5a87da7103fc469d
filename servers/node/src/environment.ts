/** What the server reads from its environment; nothing else in it does. */

import {
  booleanVariable,
  choiceVariable,
  commonEnvironment,
  integerVariable,
  listVariable,
  optionalTextVariable,
  secret,
  textVariable,
  type EnvironmentOf,
  type Variable,
} from "@bourse/http";

import { logLevelVariable } from "./log-level.ts";

/** The variables of this server by name; the README has the table. */
export const nodeEnvironment = {
  /** The node's files are in its folder `node`. */
  DATA_DIR: commonEnvironment.DATA_DIR,
  TRUST_PROXY: commonEnvironment.TRUST_PROXY,
  LOG_LEVEL: logLevelVariable("info"),
  NODE_ENV: commonEnvironment.NODE_ENV,
  /** Host names to answer for, beside this machine's own and those bound to. */
  ALLOWED_HOSTS: commonEnvironment.ALLOWED_HOSTS,
  INTERNAL_API_HOST: textVariable("127.0.0.1"),
  INTERNAL_API_PORT: networkPort(8080),
  EXTERNAL_API_HOST: textVariable("0.0.0.0"),
  EXTERNAL_API_PORT: networkPort(8081),
  DASHBOARD_API_HOST: textVariable("127.0.0.1"),
  DASHBOARD_API_PORT: networkPort(8082),
  P2P_HOST: textVariable("0.0.0.0"),
  /** UDP. */
  P2P_PORT: networkPort(8000),
  /** Multiaddrs of peers to begin with. */
  INITIAL_PEERS: listVariable(
    "a comma list of multiaddrs such as /ip4/192.0.2.7/udp/8000/quic-v1",
    (item) => /^\/(ip4|ip6|dns|dns4|dns6|dnsaddr)\/\S+$/.test(item),
  ),
  /** Find peers on the local network too. */
  P2P_MDNS: booleanVariable(false),
  /** API keys that are good for everything, beside those in the store. */
  API_KEYS: commonEnvironment.API_KEYS,
  /** `insensitive` for callers behind a proxy that folds the names of headers. */
  API_KEY_HEADER: choiceVariable(["exact", "insensitive"], "exact"),
  /** Asked for everywhere on a dashboard that is not bound to loopback. */
  DASHBOARD_KEY: secret(optionalTextVariable()),
  KEYSTORE_PASSWORD: secret(optionalTextVariable()),
  KEYSTORE_PASSWORD_FILE: optionalTextVariable(),
  /** A secp256k1 key in hex, taken into the keystore at the first start. */
  PRIVATE_KEY: secret(optionalTextVariable()),
  /** JSON-RPC endpoints in order of preference. Default: the embedded development chain. */
  BLOCKCHAIN_URL: secret(
    listVariable("a comma list of http or https URLs", (item) => /^https?:\/\/\S+$/.test(item)),
  ),
  /** EIP-155 id that the endpoints must have. */
  BLOCKCHAIN_ID: integerVariable({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 31_337 }),
  /** Required with BLOCKCHAIN_URL. */
  COMPLIANCE_CONTRACT: optionalTextVariable(),
  /** Where the index begins to read on a foreign chain: the block of the contract's making. */
  COMPLIANCE_FROM_BLOCK: integerVariable({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 }),
  /** Between two looks at a foreign chain. */
  BLOCKCHAIN_POLL_MILLISECONDS: integerVariable({ min: 5, max: 60_000, default: 1000 }),
  /** Blocks on top until a transaction counts; 0: 1 on the embedded chain, 12 on any other. */
  CONFIRMATIONS: integerVariable({ min: 0, max: 1000, default: 0 }),
  NATIVE_SYMBOL: textVariable("ETH"),
} as const;

/** The values in force. */
export type NodeEnvironment = EnvironmentOf<typeof nodeEnvironment>;

/** Seed 002, limits: 1–65535. A test that wants any free port says 0 in the values themselves. */
function networkPort(fallback: number): Variable<number> {
  return integerVariable({ min: 1, max: 65_535, default: fallback });
}
