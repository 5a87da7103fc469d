/** API keys as the wire spells them. */

import type { ApiKeyView, CreatedApiKey, Identity, KeyUsage } from "@bourse/auth-core";
import type {
  ApiKeyDetail,
  KeyLimits,
  KeyUsage as WireUsage,
  Permission,
} from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";
import { wirePermissions } from "./permissions.ts";

interface WireCreatedKey {
  id: string;
  name: string;
  key: string;
  permissions: Permission[];
  createdAt: string;
  expiresAt?: string;
}

/**
 * Answer to the creation of a key: the only one that holds the key itself. A key that creates another is told the end
 * that it passes on.
 */
export function wireCreatedKey(
  { id, name, key, permissions, createdAt, expiresAt }: CreatedApiKey<string>,
  { keyId }: Pick<Identity<string>, "keyId">,
): WireCreatedKey {
  return {
    id,
    name,
    key,
    permissions: wirePermissions(permissions),
    createdAt: isoTime(createdAt),
    ...(keyId === null || expiresAt === null ? {} : { expiresAt: isoTime(expiresAt) }),
  };
}

interface WireKeyItem {
  id: string;
  name: string;
  lastUsed: string | null;
  createdAt: string;
}

/** A key in a list. */
export function wireKeyItem({ id, name, lastUsedAt, createdAt }: ApiKeyView<string>): WireKeyItem {
  return { id, name, lastUsed: isoTime(lastUsedAt), createdAt: isoTime(createdAt) };
}

/** A key by itself. */
export function wireKey(key: ApiKeyView<string>): ApiKeyDetail {
  const { id, name, prefix, permissions, status } = key;
  return {
    id,
    name,
    prefix,
    permissions: wirePermissions(permissions),
    status,
    lastUsed: isoTime(key.lastUsedAt),
    ...(key.lastUsedAddress === null ? {} : { lastUsedAddress: key.lastUsedAddress }),
    expiresAt: isoTime(key.expiresAt),
    createdAt: isoTime(key.createdAt),
    parentId: key.parentId,
    environment: key.environment,
    addresses: [...key.addresses],
    origins: [...key.origins],
    limits: key.limits === null ? null : wireLimits(key.limits),
    former: key.former.map((former) => ({
      prefix: former.prefix,
      validUntil: isoTime(former.validUntil),
      lastUsed: isoTime(former.lastUsedAt),
    })),
    ...(key.organizationId === null ? {} : { organizationId: key.organizationId }),
  };
}

/** Limits of a key without members that are undefined. */
export function wireLimits({ requests, bytes, cost, windowSeconds }: KeyLimits): KeyLimits {
  return {
    ...(requests !== undefined && { requests }),
    ...(bytes !== undefined && { bytes }),
    ...(cost !== undefined && { cost }),
    windowSeconds,
  };
}

/** Use of a key through a route in an hour. */
export function wireKeyUsage({ hour, route, requests, bytes, cost, refused }: KeyUsage): WireUsage {
  return { hour: isoTime(hour), route, requests, bytes, cost, refused };
}
