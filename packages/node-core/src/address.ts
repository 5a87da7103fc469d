/** The words of an EVM chain, as the node's parts hand them to each other. */

/** An account: `0x` and 40 hex digits with the EIP-55 checksum. Made by `toAddress` only. */
export type Address = `0x${string}`;

/** Bytes as lower-case hex with `0x`. */
export type Hex = `0x${string}`;

/** SHA-256 of the UTF-8 bytes of what is shared: 64 lower-case hex digits, no prefix (seed 002, value formats). */
export type DataHash = string;

/** Stands for the chain's native token wherever a token is named. */
export const NATIVE_TOKEN: Address = "0x0000000000000000000000000000000000000000";
