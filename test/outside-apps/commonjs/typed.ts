// TypeScript in a package of CommonJS: its imports become `require`.
import { backtest } from "@bourse/backtest-engine";
import { isProblem } from "@bourse/client";
import { createAuthClient } from "@bourse/client/auth";

export const auth = createAuthClient({ baseUrl: "http://auth.local" });
export const tools: object = { backtest, isProblem };
