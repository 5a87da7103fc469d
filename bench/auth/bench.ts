/**
 * Claims of access control, each measured against something in the same run; see the file of each.
 *
 * Run: node -C @bourse/source bench/auth/bench.ts (about a minute)
 */

import { measureAgainstBetterAuth } from "./better-auth.ts";
import { measureEnumeration } from "./enumeration.ts";
import { measureFirstSight } from "./first-sight.ts";
import { measureForgedTokens } from "./forged-tokens.ts";
import { measureGuardedRoutes } from "./guarded-routes.ts";
import { measureKeyWrites } from "./key-writes.ts";
import { measureLoginFlood } from "./login-flood.ts";

await measureGuardedRoutes();
await measureFirstSight();
await measureForgedTokens();
await measureKeyWrites();
await measureAgainstBetterAuth();
await measureEnumeration();
await measureLoginFlood();
