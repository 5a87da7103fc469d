/** An option of a run, as the form asks for it. */
export interface RequestField {
  /** Name on the wire; a member of an object behind a point: `trailing_stop.distance`. */
  readonly name: string;
  /** Other name on the wire, which takes more kinds of values. */
  readonly alias?: string;
  readonly kind: "number" | "integer" | "boolean" | "choice" | "array" | "string";
  /** The contract's own description. */
  readonly text: string;
  readonly values?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** True where `none` stands for null. */
  readonly isNullable?: boolean;
  readonly default?: string | number;
}
