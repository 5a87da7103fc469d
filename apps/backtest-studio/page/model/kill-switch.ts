/** The kill switch of the account as it was last read, and the steps on it. */

import type { KillSwitch, KillSwitchRequestInput } from "@bourse/contract/backtest";
import { loaded, ONCE } from "@bourse/ui";
import { signal } from "@preact/signals";

import { told } from "./account.ts";
import { clients } from "./session.ts";
import { mayStand, wordsOf } from "./words.ts";

export const killSwitch = loaded<KillSwitch>(() =>
  told(async () => (await clients.peek().execution.getKillSwitch()).kill_switch),
);

/** True while the form that sets it is open. */
export const isStopping = signal(false);

/** The server answers when the orders on their way are known, after at most 30 seconds. */
const PATIENT = { ...ONCE, timeoutMilliseconds: 45_000 };

/** Sets the switch, or changes its mode. It goes on though the reader leaves the page: a stop is never called back. */
export function setKillSwitch(body: KillSwitchRequestInput): Promise<void> {
  return change(() => clients.peek().execution.setKillSwitch({ body }, PATIENT));
}

/** Releases the switch, unless the reader leaves before it is sent. */
export function releaseKillSwitch(until: AbortSignal): Promise<void> {
  return change(() => clients.peek().execution.releaseKillSwitch({}, { ...ONCE, signal: until }));
}

async function change(work: () => Promise<{ readonly kill_switch: KillSwitch }>): Promise<void> {
  try {
    killSwitch.put((await work()).kill_switch);
  } catch (error) {
    // What became of a call without an answer is in the state, which is read again.
    void killSwitch.refresh();
    const doubt = mayStand(error)
      ? " It may have been done: the state says so once it is read."
      : "";
    throw new Error(`${wordsOf(error)}${doubt}`);
  }
}
