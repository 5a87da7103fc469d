/** Lines of API keys, each created by the one before it: a key ends with those that it descends from. */

import type { StoreReader } from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import { apiKeyDocuments, type ApiKeyDocument } from "./api-key-document.ts";
import type { KeyHolder, KeyQuota } from "./key-holder.ts";

/** Maximum number of keys in a line: each check of the last one reads all of them. */
const MAX_LINE = 8;

type Reader = Pick<StoreReader, "get">;
type Rights = Pick<ApiKeyDocument, "scopes" | "expiresAt" | "payees" | "spending">;

/** Bounds of keys that have none of their own. */
export type DefaultQuotas = Pick<KeyQuota, "sharesPerDay" | "gasPerDay">;

/** Bounds of one key, its line left aside. */
export function quotaOf(key: ApiKeyDocument, defaults: DefaultQuotas): KeyQuota {
  const { id: keyId, sharesPerDay = defaults.sharesPerDay, gasPerDay = defaults.gasPerDay } = key;
  return { keyId, sharesPerDay, gasPerDay };
}

/** Bounds of the key and of those that it descends from, nearest first. */
export async function quotasOf(
  reader: Reader,
  key: ApiKeyDocument,
  defaults: DefaultQuotas,
): Promise<readonly KeyQuota[]> {
  const { line } = await lineOf(reader, key);
  return line.map((one) => quotaOf(one, defaults));
}

/** The key with the scopes, the end and the revocation that its line leaves it; revoked for a line with a gap. */
export async function withLine(reader: Reader, key: ApiKeyDocument): Promise<ApiKeyDocument> {
  const { line, isWhole } = await lineOf(reader, key);
  const earliest = (times: readonly (number | null)[]): number | null => {
    const first = Math.min(...times.map((time) => time ?? Infinity));
    return first === Infinity ? null : first;
  };
  const revokedAt = earliest(line.map((one) => one.revokedAt));
  return {
    ...key,
    scopes: key.scopes.filter((scope) => line.every(({ scopes }) => scopes.includes(scope))),
    expiresAt: earliest(line.map(({ expiresAt }) => expiresAt)),
    revokedAt: isWhole ? revokedAt : (revokedAt ?? key.createdAt),
  };
}

/**
 * The rights of a key that the holder `by` of another key creates: those asked for, with its end and its payees where
 * none are named. A key whose payments are limited in amount creates none that pays, as the sums of both would be more.
 *
 * @throws NodeError FORBIDDEN (details.scope) for a right that `by` lacks or a line that is too long, VALIDATION_ERROR
 * (expiresAt, payees) for a later end or another payee
 */
export async function rightsOfChild<T extends Rights>(
  reader: Reader,
  asked: T,
  by: KeyHolder,
): Promise<T & Pick<ApiKeyDocument, "parentId">> {
  const missing = asked.scopes.find((scope) => !by.scopes.includes(scope));
  if (missing !== undefined) {
    throw forbidden(`creates no key with the scope ${missing}, which it lacks itself`, missing);
  }
  const pays = asked.scopes.includes("transfer");
  if (pays && by.spending !== null) {
    throw forbidden(
      "may pay limited amounts only, so it creates no key with the scope transfer",
      "transfer",
    );
  }
  const { expiresAt } = by;
  if (expiresAt !== null && asked.expiresAt !== null && asked.expiresAt > expiresAt) {
    const until = new Date(expiresAt).toISOString();
    throw invalid(
      "expiresAt",
      `an API key creates none that outlives it, and this one expires at ${until}`,
    );
  }
  const stranger = asked.payees?.find((payee) => by.payees?.includes(payee) === false);
  if (stranger !== undefined)
    throw invalid("payees", `this API key itself may not pay ${stranger}`);
  // The operator and the keys of the settings are no documents: what they create descends from nobody.
  const parent = (await reader.get(apiKeyDocuments, by.id))?.value;
  if (parent !== undefined && (await lineOf(reader, parent)).line.length >= MAX_LINE) {
    throw forbidden(`is the last of a line of ${MAX_LINE}, each created by the one before`);
  }
  return {
    ...asked,
    expiresAt: asked.expiresAt ?? expiresAt,
    payees: asked.payees ?? (pays ? by.payees : null),
    ...(parent === undefined ? {} : { parentId: parent.id }),
  };
}

/** The key and those that it descends from, nearest first, as far as they are there. */
async function lineOf(
  reader: Reader,
  key: ApiKeyDocument,
): Promise<{ readonly line: readonly ApiKeyDocument[]; readonly isWhole: boolean }> {
  const line = [key];
  for (let { parentId } = key; parentId !== undefined;) {
    const parent: ApiKeyDocument | undefined = (await reader.get(apiKeyDocuments, parentId))?.value;
    if (parent === undefined || line.length === MAX_LINE) return { line, isWhole: false };
    line.push(parent);
    ({ parentId } = parent);
  }
  return { line, isWhole: true };
}

function forbidden(sentence: string, scope?: string): NodeError {
  const details = scope === undefined ? {} : { scope };
  return new NodeError("FORBIDDEN", `This API key ${sentence}.`, { details });
}

function invalid(field: string, sentence: string): NodeError {
  return new NodeError("VALIDATION_ERROR", `${field}: ${sentence}.`, { details: { field } });
}
