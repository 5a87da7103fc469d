/** Background work of the core, which its host calls every few seconds. */

import type { AccountMail, Logins, OpenIdSignIns, SecondFactors } from "@bourse/credentials";
import { deleteFound } from "@bourse/kernel";

import { createEndNotices } from "./api-keys/end-notices.ts";
import { formerKeys } from "./api-keys/former-key.ts";
import type { LastUsed } from "./api-keys/last-used.ts";
import type { DeviceControl } from "./devices/devices.ts";
import type { KeyUsageCounter } from "./key-use/key-usage.ts";
import { invitations } from "./organizations/organization-document.ts";
import { deleteDue } from "./personal-data/delete-due.ts";

/** Parts that have work in the background. */
interface Parts {
  readonly logins: Pick<Logins, "maintain">;
  readonly lastUsed: LastUsed;
  /** Last uses of keys that a rotation has replaced. */
  readonly formerLastUsed: LastUsed;
  readonly usage: Pick<KeyUsageCounter, "flush">;
  readonly keyParts: Parameters<typeof createEndNotices>[0];
  readonly mail: Pick<AccountMail, "sweep">;
  readonly factors: Pick<SecondFactors, "sweep">;
  readonly devices: Pick<DeviceControl, "sweep">;
  readonly signIns: Pick<OpenIdSignIns, "sweep">;
  readonly dataParts: Parameters<typeof deleteDue>[0];
}

/** Work in the background. */
export interface Maintenance {
  /** Does what is due; concurrent calls share one run. @throws StoreError */
  run(): Promise<void>;
  /** Waits for the run under way, whatever becomes of it, and writes what is still in memory. @throws StoreError */
  finish(): Promise<void>;
}

export function createMaintenance(parts: Parts): Maintenance {
  const { logins, lastUsed, formerLastUsed, usage, mail, factors, devices, signIns, dataParts } =
    parts;
  const { store, clock } = dataParts;
  const tellEnds = createEndNotices(parts.keyParts);
  const work = async (): Promise<void> => {
    await logins.maintain();
    await lastUsed.flush();
    await formerLastUsed.flush();
    await usage.flush();
    await tellEnds();
    await deleteFound(store, formerKeys, { index: "by_until", range: { lt: clock.now() } });
    await mail.sweep();
    await factors.sweep();
    await devices.sweep();
    await signIns.sweep();
    await deleteFound(store, invitations, { index: "by_end", range: { lte: clock.now() } });
    await deleteDue(dataParts);
  };
  let running: Promise<void> | undefined;
  return {
    run: () => (running ??= work().finally(() => (running = undefined))),
    finish: async () => {
      await running?.catch(() => undefined);
      await lastUsed.flush(true);
      await formerLastUsed.flush(true);
      await usage.flush();
    },
  };
}
