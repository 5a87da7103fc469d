import type { SpawnSyncOptions } from "node:child_process";

export const root: string;
export const pnpmPin: string;
export function pinnedNode(): string;
export function pnpm(args: readonly string[], options?: SpawnSyncOptions): number;
export function run(command: string, args: readonly string[], options?: SpawnSyncOptions): number;
export function environment(extra?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
