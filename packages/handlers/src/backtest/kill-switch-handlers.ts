/** Handlers of the kill switch. */

import type { HandlerContext, Handlers } from "@bourse/contract";
import type { BacktestApi, KillSwitchReply } from "@bourse/contract/backtest";
import { LOCAL_OWNER, type BacktestService } from "@bourse/trading-core";
import type { KillSwitchState } from "@bourse/trading-core/risk";

import { isoTime } from "../time/iso-time.ts";
import type { BacktestCaller } from "./access.ts";

type Routes = Pick<BacktestApi["routes"], "getKillSwitch" | "setKillSwitch" | "releaseKillSwitch">;

/** Handlers of the routes of the kill switch. */
export function killSwitchHandlers({
  killSwitch,
}: Pick<BacktestService, "killSwitch">): Handlers<Routes, unknown> {
  return {
    getKillSwitch: async () => reply(await killSwitch.read()),

    setKillSwitch: async ({ body: { mode, reason } }, context) =>
      reply(await killSwitch.set({ mode, reason, by: nameOf(context) })),

    releaseKillSwitch: async (_input, context) =>
      reply(await killSwitch.release({ by: nameOf(context) })),
  };
}

/** Name of a caller: keys of one account have one name, so that a release by another key is by another person. */
function nameOf({ identity }: Pick<HandlerContext<unknown>, "identity">): string {
  return (identity as BacktestCaller | undefined)?.owner ?? LOCAL_OWNER;
}

function reply({ setBy, setAt, ...state }: KillSwitchState): KillSwitchReply {
  return { success: true, kill_switch: { ...state, set_by: setBy, set_at: isoTime(setAt) } };
}
