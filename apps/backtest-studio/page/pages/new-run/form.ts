/** The texts of the form with their faults, and the way to change one. */
export interface Form {
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly faults: Readonly<Record<string, string>>;
  readonly set: (name: string, text: string) => void;
}
