/** Version of this package, the same as in its manifest; `pnpm version-packages` writes both. */
export const engineVersion = "0.9.0";
