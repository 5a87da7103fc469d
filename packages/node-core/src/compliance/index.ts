export {
  createCompliance,
  type Compliance,
  type ComplianceParts,
  type RecordFilter,
  type Verification,
  type VerifiedRecord,
} from "./compliance.ts";
