/** Names of wallets for people to read. A name is shown beside an address; no login, search or role depends on one. */

import type { Clock } from "@bourse/kernel";

import { withoutLookAlikes } from "../text/look-alikes.ts";

/** Looks up the names of wallets; see `createEnsNames`. */
export interface WalletNames {
  /** Name of a wallet's address that its owner has confirmed in both directions; null for none. */
  nameOf(address: string): Promise<string | null>;
}

const MAX_LENGTH = 100;
const MAX_NAMES = 10_000;
const MAX_RUNNING = 20;
const WAIT_MILLISECONDS = 1000;
const KEEP_MILLISECONDS = 600_000;
const RETRY_MILLISECONDS = 60_000;

interface Kept {
  readonly name: string | null;
  /** Time from which the name is looked up again, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * The names of `source`, kept for ten minutes, at most 10,000 of them. An answer waits a second at most, and at most 20
 * lookups run: else there is no name this time. A name that could pass for another one, or turns the text around it,
 * is left out. Never rejects.
 */
export function createShownNames(
  source: WalletNames | undefined,
  clock: Pick<Clock, "now" | "sleep">,
): WalletNames {
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<string | null>>();

  const keep = (address: string, name: string | null, milliseconds: number): string | null => {
    for (const oldest of kept.keys()) {
      if (kept.size < MAX_NAMES) break;
      kept.delete(oldest);
    }
    kept.delete(address);
    kept.set(address, { name, until: clock.now() + milliseconds });
    return name;
  };
  const lookUp = (names: WalletNames, address: string): Promise<string | null> => {
    const found = names.nameOf(address).then(
      (name) => keep(address, isShown(name) ? name : null, KEEP_MILLISECONDS),
      () => keep(address, null, RETRY_MILLISECONDS),
    );
    running.set(address, found);
    return found.finally(() => running.delete(address));
  };
  return Object.freeze<WalletNames>({
    nameOf: async (address) => {
      if (source === undefined) return null;
      const known = kept.get(address);
      if (known !== undefined && clock.now() < known.until) return known.name;
      const begun = running.get(address);
      if (begun === undefined && running.size >= MAX_RUNNING) return null;
      const end = new AbortController();
      const late = clock.sleep(WAIT_MILLISECONDS, end.signal).then(
        () => null,
        () => null,
      );
      const name = await Promise.race([begun ?? lookUp(source, address), late]);
      end.abort();
      return name;
    },
  });
}

/** True for a short name of letters, digits, pictures, `-`, `_` and dots, without a letter that looks like another. */
function isShown(name: unknown): name is string {
  if (typeof name !== "string" || name.length > MAX_LENGTH) return false;
  if (!/^[\p{L}\p{M}\p{N}\p{So}_-]+(?:\.[\p{L}\p{M}\p{N}\p{So}_-]+)+$/u.test(name)) return false;
  return withoutLookAlikes(name) === name && isOfOneScript(name);
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
];

/** True when each part of the name, but for its ending, has the letters of one script. */
function isOfOneScript(name: string): boolean {
  return name.split(".").every((part) => SCRIPTS.filter((script) => script.test(part)).length <= 1);
}
