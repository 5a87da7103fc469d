/** Changes of what was seen, and of nothing newer. */

import * as z from "zod";

import { text } from "./fields.ts";

/** The version that was seen: an ETag of this API, or `*`. */
export const IfMatch = z.object({ "if-match": text(1, 200).optional() });
