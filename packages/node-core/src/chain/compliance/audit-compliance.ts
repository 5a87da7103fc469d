/** Verification of the stored compliance records: each is bound to the one before by its link. */

import { checkArguments, everyDocument, StoreError, type StoreReader } from "@bourse/kernel";

import { portOf } from "../../argument-rules.ts";
import { complianceRows, FIRST_LINK, linkOf, recordOf } from "./compliance-rows.ts";

/** Outcome of an audit. */
export interface ComplianceAudit {
  /** True when every record follows from the one before. */
  readonly intact: boolean;
  /** Number of records up to the first that does not. */
  readonly records: number;
}

/** Audits the records of one source, or of all. Reads every record once. @throws StoreError STORE_CORRUPT */
export async function auditCompliance(
  store: StoreReader,
  source?: string,
): Promise<ComplianceAudit> {
  const query = source === undefined ? {} : { equals: [source] };
  let at = "";
  let link = FIRST_LINK;
  let records = 0;
  for await (const { value } of everyDocument(store, complianceRows, {
    index: "by_position",
    ...query,
  })) {
    if (value.source !== at) link = FIRST_LINK;
    at = value.source;
    link = linkOf(link, recordOf(value), value.blockHash);
    if (link !== value.link) return { intact: false, records };
    records++;
  }
  return { intact: true, records };
}

/** Refuses records that were changed, planted or removed in between. @throws StoreError STORE_CORRUPT */
export async function checkCompliance(store: StoreReader): Promise<number> {
  checkArguments("checkCompliance", { store: portOf("find") }, [store]);
  const { intact, records } = await auditCompliance(store);
  if (intact) return records;
  throw new StoreError(
    "STORE_CORRUPT",
    `The compliance records in the store were changed: record ${records + 1} does not follow from the ${records} before it. ` +
      "Restore the node from a backup.",
    { details: { collection: complianceRows.name, records } },
  );
}
