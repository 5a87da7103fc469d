declare module "subset-font" {
  interface SubsetOptions {
    readonly targetFormat: "woff2";
    /** Bounds of each axis, or the value at which it is fixed. */
    readonly variationAxes: Readonly<
      Record<string, number | { readonly min: number; readonly max: number }>
    >;
    /** Tags of the OpenType features to keep. */
    readonly keepFeatures: readonly string[];
    readonly noHinting: boolean;
    /** Names to keep besides those of the family (OpenType `name`). */
    readonly preserveNameIds: readonly number[];
  }

  /** The font with the glyphs of the characters of `text` alone. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>;
}
