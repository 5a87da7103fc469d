/** The query codecs under one short name: `q.integer({ min: 1 })`. */

import { boolean, integer, list } from "./codecs.ts";

/** Codecs of query parameters: values for handlers and callers, text on the wire. */
export const q: {
  readonly integer: typeof integer;
  readonly boolean: typeof boolean;
  readonly list: typeof list;
} = { integer, boolean, list };
