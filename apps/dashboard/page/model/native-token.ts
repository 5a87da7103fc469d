/** Token address that stands for the chain's native token. */
export const NATIVE_TOKEN = "0x0000000000000000000000000000000000000000";
