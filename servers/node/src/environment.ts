/** Environment variables of the server; no other module reads the environment. */

import {
  authServerEnvironment,
  booleanVariable,
  choiceVariable,
  commonEnvironment,
  integerVariable,
  listVariable,
  operationsEnvironment,
  optionalTextVariable,
  portVariable,
  secret,
  textVariable,
  underSecretRule,
  webhookEnvironment,
  type EnvironmentOf,
  type Variable,
} from "@bourse/http/environment";

/** The variables of this server by name; the README has the table. */
export const nodeEnvironment = {
  /** Data folder; the node uses its subfolder `node`. */
  DATA_DIR: commonEnvironment.DATA_DIR,
  STORE_URL: commonEnvironment.STORE_URL,
  POOL_SIZE: commonEnvironment.POOL_SIZE,
  /** URL of a PostgreSQL store; takes precedence over STORE_URL. Default: a file in DATA_DIR. */
  NODE_STORE_URL: secret(optionalTextVariable()),
  TRUST_PROXY: commonEnvironment.TRUST_PROXY,
  LOG_LEVEL: commonEnvironment.LOG_LEVEL,
  ...operationsEnvironment,
  NODE_ENV: commonEnvironment.NODE_ENV,
  /** Additional host names that requests may name. */
  ALLOWED_HOSTS: commonEnvironment.ALLOWED_HOSTS,
  INTERNAL_API_HOST: textVariable("127.0.0.1"),
  INTERNAL_API_PORT: networkPort(8080),
  EXTERNAL_API_HOST: textVariable("0.0.0.0"),
  EXTERNAL_API_PORT: networkPort(8081),
  DASHBOARD_API_HOST: textVariable("127.0.0.1"),
  DASHBOARD_API_PORT: networkPort(8082),
  P2P_HOST: textVariable("0.0.0.0"),
  /** UDP port of the peer network. */
  P2P_PORT: networkPort(8000),
  /** Multiaddrs of the first peers to dial. */
  INITIAL_PEERS: listVariable(
    "a comma list of multiaddrs such as /ip4/192.0.2.7/udp/8000/quic-v1",
    (item) => /^\/(ip4|ip6|dns|dns4|dns6|dnsaddr)\/\S+$/.test(item),
  ),
  /** Wallets whose shares are accepted. Default: every wallet's. */
  RECEIVE_FROM: addressList(),
  /** Maximum bytes of received shares, of one sender and of all together. */
  RECEIVE_MAX_BYTES_PER_SENDER: count(64 * 2 ** 20),
  RECEIVE_MAX_BYTES: count(2 ** 30),
  /** Maximum number of received shares, of one sender and of all together. */
  RECEIVE_MAX_COUNT_PER_SENDER: count(1000),
  RECEIVE_MAX_COUNT: count(100_000),
  /** Days after which a received share is deleted; 0 keeps it. */
  RECEIVE_RETENTION_DAYS: integerVariable({ min: 0, max: 36_500, default: 0 }),
  /** Wallets whose compliance records count as verified, in addition to the node's own. */
  TRUSTED_WALLETS: addressList(),
  /** Enables peer discovery on the local network. */
  P2P_MDNS: booleanVariable(false),
  /** API keys with the scopes share, read and transfer, in addition to those in the store. */
  API_KEYS: commonEnvironment.API_KEYS,
  ...authServerEnvironment,
  ...webhookEnvironment,
  /** Maximum number of shares in a UTC day by an API key that has no number of its own. */
  KEY_SHARES_PER_DAY: integerVariable({ min: 1, max: 1_000_000_000, default: 1000 }),
  /** Maximum units of gas in a UTC day by an API key without a number of its own, of shares and transfers together. */
  KEY_GAS_PER_DAY: integerVariable({ min: 21_000, max: 1_000_000_000_000, default: 100_000_000 }),
  /** `insensitive` accepts the header X-API-Key in any case, for proxies that change it. */
  API_KEY_HEADER: choiceVariable(["exact", "insensitive"], "exact"),
  /** Key of a dashboard that is not bound to loopback; at least 16 characters. */
  DASHBOARD_KEY: underSecretRule(secret(optionalTextVariable())),
  KEYSTORE_PASSWORD: secret(optionalTextVariable()),
  KEYSTORE_PASSWORD_FILE: optionalTextVariable(),
  /** New password of the keystore, read by `bourse node wallet password` only. */
  KEYSTORE_NEW_PASSWORD: secret(optionalTextVariable()),
  KEYSTORE_NEW_PASSWORD_FILE: optionalTextVariable(),
  /** secp256k1 private key in hex, imported into the keystore at the first start. */
  PRIVATE_KEY: secret(optionalTextVariable()),
  /** JSON-RPC endpoints in order of preference. Default: the embedded development chain. */
  BLOCKCHAIN_URL: secret(
    listVariable("a comma list of http or https URLs", (item) => /^https?:\/\/\S+$/.test(item)),
  ),
  /** TCP port of the embedded development chain on 127.0.0.1; when it is taken, the data folder keeps another one. */
  DEV_RPC_PORT: networkPort(8545),
  /** Expected chain id (EIP-155). */
  BLOCKCHAIN_ID: integerVariable({ min: 1, max: Number.MAX_SAFE_INTEGER, default: 31_337 }),
  /** Address of the compliance contract; required with BLOCKCHAIN_URL. */
  COMPLIANCE_CONTRACT: optionalTextVariable(),
  /** First block that the compliance index reads on an external chain: the block of the contract's deployment. */
  COMPLIANCE_FROM_BLOCK: integerVariable({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 }),
  /** Poll interval of an external chain in milliseconds. */
  BLOCKCHAIN_POLL_MILLISECONDS: integerVariable({ min: 5, max: 60_000, default: 1000 }),
  /** Number of blocks until a transaction is final; 0 means 1 on the embedded chain and 12 on any other. */
  CONFIRMATIONS: integerVariable({ min: 0, max: 1000, default: 0 }),
  /** Maximum fee per gas in gwei; transactions wait while gas costs more. */
  MAX_FEE_GWEI: integerVariable({ min: 1, max: 1_000_000, default: 500 }),
  /** Minimum priority fee per gas in gwei, for a chain whose endpoints suggest less than they take. */
  MIN_TIP_GWEI: integerVariable({ min: 0, max: 1_000_000, default: 0 }),
  /** Maximum number of calls in one request to an endpoint of an external chain. */
  RPC_BATCH_SIZE: integerVariable({ min: 1, max: 1000, default: 100 }),
  /** Maximum number of blocks whose logs are asked for at once. */
  RPC_LOG_RANGE: integerVariable({ min: 1, max: 100_000, default: 2000 }),
  NATIVE_SYMBOL: textVariable("ETH"),
} as const;

/** Prefixes of variables that only this server reads; `NODE_` is that of Node.js. */
export const NODE_PREFIXES: readonly string[] = [
  "INTERNAL_API_",
  "EXTERNAL_API_",
  "DASHBOARD_",
  "P2P_",
  "RECEIVE_",
  "KEYSTORE_",
  "BLOCKCHAIN_",
  "COMPLIANCE_",
];

/** Parsed values of the environment variables. */
export type NodeEnvironment = EnvironmentOf<typeof nodeEnvironment>;

function addressList(): Variable<readonly string[]> {
  return listVariable("a comma list of addresses of 0x and 40 hex digits", (item) =>
    /^0x[0-9a-fA-F]{40}$/.test(item),
  );
}

function count(fallback: number): Variable<number> {
  return integerVariable({ min: 0, max: Number.MAX_SAFE_INTEGER, default: fallback });
}

/** Port of 1–65,535; a program that starts the node itself may set 0, which takes a free one. */
function networkPort(fallback: number): Variable<number> {
  const port = integerVariable({ min: 1, max: 65_535, default: fallback });
  const { isValue } = portVariable(fallback).meta() ?? {};
  return port.meta({ ...port.meta(), isValue });
}
