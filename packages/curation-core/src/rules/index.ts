/** The rules of specifications, without a store: the same findings in a server, in a page and in a program. */

export { ACKNOWLEDGED_WARNINGS } from "./acknowledgement.ts";
export type { Finding, Findings } from "./finding.ts";
export { findIn, type NearDuplicate, type RuleContext } from "./rule-engine.ts";
