/** Issues as one line, for formats whose error body has only a sentence. */

import type { Issue, ProblemInit } from "../problem.ts";

/** `query.limit: must be at most 100, found 101`; several are joined by semicolons. */
export function problemText(problem: Pick<ProblemInit, "message" | "issues">): string {
  return problem.issues === undefined || problem.issues.length === 0
    ? problem.message
    : problem.issues.map(issueText).join("; ");
}

function issueText(issue: Issue): string {
  return `${issue.loc.join(".")}: ${issue.msg}`;
}
