/** Version of this package, the same as in its manifest; `pnpm version-packages` writes both. */
export const clientVersion = "0.9.0";
