/** Rows of the audit trail about acts that were asked for over the bus. */

import {
  isBourseError,
  optional,
  portOption,
  resolveOptions,
  type AuditFacts,
  type AuditTrail,
  type RequestCall,
} from "@bourse/kernel";

/** Options of what a process serves to the others. */
export interface ServeOptions {
  /** Audit trail that gets a row of each act, with the process that asked for it. Default: none. */
  readonly trail?: Pick<AuditTrail, "append">;
}

/** Checks the options of what a process serves. @throws KernelError OPTION_INVALID */
export function resolveServeOptions(owner: string, options: ServeOptions): ServeOptions {
  const { trail } = resolveOptions(owner, options, {
    trail: optional(portOption<NonNullable<ServeOptions["trail"]>>(["append"])),
  });
  return trail === undefined ? {} : { trail };
}

/** The act of a call, and what its row says of it. */
export type BusAct = Pick<AuditFacts, "action" | "subject" | "details">;

/**
 * Does the act of a call and records it: as done, or as refused or failed with the code of its error. `subjectOf` finds
 * the id of what the act made, by default the subject of the facts.
 */
export async function auditedCall<Result>(
  { trail }: ServeOptions,
  { caller }: RequestCall,
  facts: BusAct,
  act: () => Promise<Result>,
  subjectOf: (result: Result) => string | null = () => facts.subject ?? null,
): Promise<Result> {
  const actor = caller === null ? "anonymous" : `process:${caller}`;
  try {
    const result = await act();
    trail?.append({ ...facts, actor, subject: subjectOf(result) });
    return result;
  } catch (error) {
    const isRefusal = isBourseError(error);
    const code = isRefusal ? error.code : "INTERNAL";
    trail?.append({ ...facts, actor, outcome: isRefusal ? "refused" : "failed", code });
    throw error;
  }
}

/** A text of a request, which may be anything. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
