export {
  auditCollections,
  type AuditDetails,
  type AuditFacts,
  type AuditMark,
  type AuditOutcome,
  type AuditRow,
} from "./audit-row.ts";
export {
  checkedAuditTrail,
  createAuditTrail,
  type AuditTrail,
  type AuditTrailOptions,
} from "./audit-trail.ts";
export type { AuditPage, AuditQuery } from "./find-audit-rows.ts";
export type { AuditVerdict } from "./verify-audit-trail.ts";
