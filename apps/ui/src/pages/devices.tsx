/** The remembered devices of the account, which sign in without a second factor until they are forgotten. */

import { moment } from "../model/format.ts";
import { toast } from "../model/toasts.ts";
import { useAction } from "../parts/action.ts";
import { Card } from "../parts/card.tsx";
import { Notice } from "../parts/notice.tsx";
import { Table } from "../parts/table.tsx";

/** A device that its owner has remembered. */
interface HeldDevice {
  readonly id: string;
  /** Program and system in words. */
  readonly name: string;
  readonly ip: string | null;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

interface DevicesCardProps {
  /** The devices; undefined while they are not known. */
  readonly held: readonly HeldDevice[] | undefined;
  readonly problem: string | undefined;
  readonly refresh: () => void;
  /** Forgets one; rejects with a sentence. */
  readonly forget: (id: string) => Promise<unknown>;
}

/** Nothing for an account without such a device. */
export function DevicesCard({ held = [], problem, refresh, forget }: DevicesCardProps) {
  if (held.length === 0 && problem === undefined) return null;
  return (
    <Card title="Remembered devices">
      {problem && <Notice kind="poor">{problem}</Notice>}
      <Table
        label="Remembered devices"
        head={["Program", "Address", "Last sign-in", "Remembered until", ""]}
        count={held.length}
        empty=""
      >
        {held.map((device) => (
          <Row key={device.id} device={device} forget={forget} onForgotten={refresh} />
        ))}
      </Table>
      <p class="hint">These sign in without a second factor. Forget those that are not yours.</p>
    </Card>
  );
}

interface RowProps {
  readonly device: HeldDevice;
  readonly forget: DevicesCardProps["forget"];
  readonly onForgotten: () => void;
}

function Row({ device, forget, onForgotten }: RowProps) {
  const { id, name, ip, lastUsedAt, expiresAt } = device;
  const action = useAction(async () => {
    await forget(id);
    toast("The device is forgotten.");
    onForgotten();
  });
  return (
    <tr>
      <td>{name}</td>
      <td>{ip ?? "unknown"}</td>
      <td>{moment(lastUsedAt)}</td>
      <td>{moment(expiresAt)}</td>
      <td>
        <button
          type="button"
          class="second small danger"
          disabled={action.busy}
          aria-label={`Forget ${name}`}
          onClick={() => void action.run(undefined)}
        >
          Forget
        </button>
        {action.problem && <Notice kind="poor">{action.problem}</Notice>}
      </td>
    </tr>
  );
}
