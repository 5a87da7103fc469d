/** The suspension of an account: told to its owner, and given and lifted by admins. */

import type { User } from "@bourse/contract/curation";
import { Form, Notice, serverNow, toast, useAction } from "@bourse/ui";
import { useState } from "preact/hooks";

import { explained } from "../model/explained.ts";
import { review } from "../model/service.ts";
import { user } from "../model/session.ts";
import { timeText } from "../model/time.ts";
import { ReasonField } from "./reason-field.tsx";

/** The suspension of an account that is in force; undefined for none. */
function inForce({ suspension }: User): User["suspension"] {
  const { until = null } = suspension ?? {};
  return until === null || Date.parse(until) > serverNow() ? suspension : undefined;
}

/** Tells the account that is signed in of its suspension; nothing otherwise. */
export function OwnSuspension() {
  const { value: who } = user;
  const suspension = who === null || who === undefined ? undefined : inForce(who);
  if (suspension === undefined) return null;
  return (
    <Notice kind="fair">
      Your account is suspended {endOf(suspension.until)}: you can read, and change nothing. Reason:{" "}
      <bdi>{suspension.reason}</bdi>
    </Notice>
  );
}

function endOf(until: string | null): string {
  return until === null ? "until it is lifted" : `until ${timeText(until)}`;
}

const DAYS = { "7": "7 days", "30": "30 days", "365": "a year", "": "until it is lifted" } as const;
const DAY_MILLISECONDS = 86_400_000;

interface SuspensionOfProps {
  readonly row: User;
  readonly onChange: () => void;
}

/** The suspension of another account, with the form that suspends it and the button that lifts it. */
export function SuspensionOf({ row, onChange }: SuspensionOfProps) {
  const [asks, setAsks] = useState(false);
  const lift = useAction<void, void>(
    explained(async () => {
      await review.reinstateAccount({ params: { id: row.id } });
      toast(`${row.username} is no longer suspended.`);
      onChange();
    }),
  );
  const suspension = inForce(row);
  if (suspension !== undefined) {
    return (
      <span class="buttons">
        <span class="hint breaking">
          Suspended {endOf(suspension.until)}: <bdi>{suspension.reason}</bdi>
        </span>
        <button
          type="button"
          class="second small"
          aria-label={`Lift the suspension of ${row.username}`}
          disabled={lift.busy}
          onClick={() => void lift.run()}
        >
          Lift
        </button>
        {lift.problem !== undefined && <Notice kind="poor">{lift.problem}</Notice>}
      </span>
    );
  }
  if (row.id === user.value?.id) return null;
  if (asks) {
    const done = (): void => {
      setAsks(false);
      onChange();
    };
    return <SuspendForm row={row} onDone={done} onBack={() => setAsks(false)} />;
  }
  return (
    <button
      type="button"
      class="second danger small"
      aria-label={`Suspend ${row.username}`}
      onClick={() => setAsks(true)}
    >
      Suspend…
    </button>
  );
}

interface SuspendFormProps {
  readonly row: User;
  readonly onDone: () => void;
  readonly onBack: () => void;
}

function SuspendForm({ row, onDone, onBack }: SuspendFormProps) {
  const [reason, setReason] = useState("");
  const [days, setDays] = useState<string>("7");
  const action = useAction<void, void>(
    explained(async () => {
      const end = new Date(serverNow() + Number(days) * DAY_MILLISECONDS).toISOString();
      const body = { reason, until: days === "" ? null : end };
      await review.suspendAccount({ params: { id: row.id }, body });
      toast(`${row.username} can read, and change nothing.`);
      onDone();
    }),
  );
  return (
    <Form
      action={action}
      words={[`Suspend ${row.username}`, "Suspending…"]}
      isReady={reason.trim().length >= 10}
      onBack={onBack}
    >
      <ReasonField reason={reason} onInput={setReason} />
      <label>
        For
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          {Object.entries(DAYS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </Form>
  );
}
