export * from "./accounts.ts";
export * from "./api-keys.ts";
export { authApi, authApiAt, type AuthApi } from "./api.ts";
export { authDiscoveryApi, AuthHealth, JsonWebKeySet, type AuthDiscoveryApi } from "./discovery.ts";
export { documentedAuthApi, documentedAuthDiscoveryApi } from "./docs.ts";
export { Permission, RecordStatus } from "./fields.ts";
export * from "./records.ts";
export * from "./sessions.ts";
