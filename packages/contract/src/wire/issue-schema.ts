/** One issue on the wire. */

import * as z from "zod";

export const IssueSchema: z.ZodObject<{
  loc: z.ZodArray<z.ZodUnion<readonly [z.ZodString, z.ZodInt]>>;
  msg: z.ZodString;
  type: z.ZodString;
}> = z.object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string() });
