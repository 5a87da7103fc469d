declare module "lz4js" {
  /** Compresses bytes into one LZ4 frame. */
  export function compress(bytes: Uint8Array): Uint8Array | number[];
}
