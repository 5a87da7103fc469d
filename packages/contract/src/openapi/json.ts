/** A JSON object whose members are built here and read elsewhere. */
export type Json = Readonly<Record<string, unknown>>;
