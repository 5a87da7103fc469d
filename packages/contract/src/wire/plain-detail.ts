/**
 * The curation service's format: bare data; errors are `{detail}`, a sentence or, for 422, a list of issues. An error
 * whose caller needs values to go on has them beside `detail`, with its `code`.
 */

import { detail } from "./detail.ts";
import { problemText } from "./issue-text.ts";
import type { WireFormat } from "./wire-format.ts";

/** Wire format of curation: bare data; errors as `{detail}`. */
export const plainDetail: WireFormat = {
  ...detail,
  name: "plain-detail",
  invalid: { params: 422, query: 422, headers: 422, body: 422 },
  malformedJson: 400,
  codes: { BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE", INVALID_PARAMETERS: "JSON_MALFORMED" },
  encode: (problem) => {
    if (problem.details !== undefined) {
      return { detail: problemText(problem), code: problem.code, ...problem.details };
    }
    if (problem.status !== 422) return { detail: problemText(problem) };
    const { issues = [], message } = problem;
    // The documented 422 is always a list: a refusal without a place of its own is an issue of the body.
    const whole = { loc: ["body"], msg: message, type: "value_error" };
    return { detail: issues.length > 0 ? issues : [whole] };
  },
};
