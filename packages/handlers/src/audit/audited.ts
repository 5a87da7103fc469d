/** Handlers whose calls are recorded in the audit trail before they are answered. */

import {
  isProblem,
  type HandlerContext,
  type HandlerInput,
  type Handlers,
  type Problem,
  type ResponseData,
  type Routes,
  type TypesOf,
} from "@bourse/contract";
import type { AuditDetails, AuditFacts, AuditTrail } from "@bourse/kernel";

/** Caller of a route, as the audit trail names it. */
export type AuditCaller = Pick<AuditFacts, "actor" | "account">;

/** Audit settings of one route. */
export interface AuditRule<Input, Data, Action extends string = string> {
  /** Name of the act. */
  readonly action: Action;
  /** Verdicts that get a row: the core records the others itself. Default `all`. */
  readonly record?: "all" | "refusals" | "none";
  /** Error codes whose refusals the core records itself. Default none. */
  readonly except?: readonly string[];
  /** Caller of a route without credentials, from its answer. Default: the caller that was authenticated. */
  readonly caller?: (data: Data) => AuditCaller;
  /** Id or name of the thing that the act changes; `data` is undefined when it was refused. */
  readonly subject?: (input: Input, data: Data | undefined) => string | null | undefined;
  /** Further facts; `data` is undefined when the act was refused. Never a secret. */
  readonly details?: (input: Input, data: Data | undefined) => AuditDetails;
}

/** Facts that handlers have added to the rows of their calls. */
const notes = new WeakMap<object, AuditDetails>();

/** Adds facts to the row of a call in a handler, such as what was there before a change. Never a secret. */
export function noteForAudit(context: object, details: AuditDetails): void {
  notes.set(context, { ...notes.get(context), ...details });
}

/** Rules by operation id; a route without one is not recorded. */
export type AuditRules<R extends Routes, Action extends string = string> = {
  readonly [K in keyof R]?: AuditRule<
    HandlerInput<TypesOf<R[K]>>,
    ResponseData<TypesOf<R[K]>>,
    Action
  >;
};

/** Parts that {@link audited} needs of a service. */
export interface AuditedParts<Identity> {
  readonly trail: AuditTrail;
  /** Names the caller of a route. */
  readonly callerOf: (identity: Identity) => AuditCaller;
  /** Turns errors of the core into problems, as for `bindApi`. */
  readonly translate: (error: unknown) => Problem | undefined;
}

/**
 * The same handlers, each call of a route with a rule recorded and durable before it is answered. A row that cannot be
 * written does not change the answer. Requests of the wrong form get no row: they change nothing.
 */
export function audited<R extends Routes, Identity>(
  handlers: Handlers<R, Identity>,
  rules: AuditRules<R>,
  parts: AuditedParts<Identity>,
): Handlers<R, Identity> {
  const wrapped = Object.entries(handlers as Record<string, AnyHandler<Identity>>).map(
    ([key, handler]) => {
      const rule = (rules as Readonly<Record<string, AnyRule | undefined>>)[key];
      return [key, rule === undefined ? handler : recorded(handler, rule, parts)] as const;
    },
  );
  return Object.fromEntries(wrapped) as unknown as Handlers<R, Identity>;
}

type AnyHandler<Identity> = (input: unknown, context: HandlerContext<Identity>) => unknown;
type AnyRule = AuditRule<unknown, unknown>;

function recorded<Identity>(
  handler: AnyHandler<Identity>,
  rule: AnyRule,
  { trail, callerOf, translate }: AuditedParts<Identity>,
): AnyHandler<Identity> {
  const { record = "all", except = [] } = rule;
  return async (input, context) => {
    const facts = (data: unknown): AuditFacts => ({
      ...(data === undefined || rule.caller === undefined
        ? callerOf(context.identity)
        : rule.caller(data)),
      action: rule.action,
      address: context.clientAddress ?? null,
      subject: rule.subject?.(input, data) ?? null,
      details: { ...rule.details?.(input, data), ...notes.get(context) },
    });
    try {
      const result = await handler(input, context);
      if (record === "all") trail.append(facts(dataOf(result)));
      return result;
    } catch (error) {
      const verdict = verdictOf(error, translate);
      const isRecorded = record === "none" || except.includes(verdict.code);
      if (!isRecorded && verdict.code !== "VALIDATION_ERROR") {
        trail.append({ ...facts(undefined), ...verdict });
      }
      throw error;
    } finally {
      await trail.flush();
    }
  };
}

/** The data of a handler's answer, with or without a status of its own. */
function dataOf(result: unknown): unknown {
  const isReply = typeof result === "object" && result !== null && "~reply" in result;
  return isReply ? (result as unknown as { readonly data: unknown }).data : result;
}

function verdictOf(
  error: unknown,
  translate: AuditedParts<never>["translate"],
): { readonly outcome: "refused" | "failed"; readonly code: string } {
  const problem = isProblem(error) ? error : translate(error);
  if (problem === undefined) return { outcome: "failed", code: "INTERNAL_ERROR" };
  return { outcome: problem.status < 500 ? "refused" : "failed", code: problem.code };
}
