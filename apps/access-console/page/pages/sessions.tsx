/** The logins of the account. */

import type { ListSessionsOutput } from "@bourse/client/auth";
import {
  ago,
  Badge,
  Card,
  formatPlace,
  moment,
  Notice,
  ONCE,
  Table,
  toast,
  untilKnown,
  useAction,
  useCommands,
} from "@bourse/ui";

import { deviceOf } from "../model/device.ts";
import { call, leave } from "../model/login.ts";
import { useLoaded } from "../model/use-loaded.ts";

export function Sessions() {
  const list = useLoaded("sessions", (auth) => auth.listSessions());
  const sessions = list.value.value ?? [];
  const others = sessions.filter(({ current }) => !current);
  const endOthers = useAction(async () => {
    for (const { id } of others) await call((auth) => auth.endSession({ params: { id } }, ONCE));
    for (const { id } of await call((auth) => auth.listRememberedDevices())) {
      await call((auth) => auth.forgetDevice({ params: { id } }, ONCE));
    }
    toast(`${others.length} ${others.length === 1 ? "session" : "sessions"} ended.`);
    await list.refresh();
  });
  useCommands([{ label: "End all other sessions", run: () => void endOthers.run(undefined) }]);
  return (
    <Card
      title="Signed in"
      wide
      aside={
        <button
          type="button"
          class="second small danger"
          disabled={others.length === 0 || endOthers.busy}
          onClick={() => void endOthers.run(undefined)}
        >
          {endOthers.busy ? "Ending…" : "End all others"}
        </button>
      }
    >
      {list.problem.value && <Notice kind="poor">{list.problem.value}</Notice>}
      {endOthers.problem && <Notice kind="poor">{endOthers.problem}</Notice>}
      <Table
        label="Sessions"
        head={["Program", "Address", "Signed in", "Last used", "Ends unless used", ""]}
        count={sessions.length}
        empty={untilKnown(list.problem.value, "Loading…")}
      >
        {sessions.map((session) => (
          <Row key={session.id} session={session} onEnded={() => void list.refresh()} />
        ))}
      </Table>
      <p class="hint">
        A program shows you a code? <a href={formatPlace(["device"])}>Log it in</a>.
      </p>
      <p class="hint">
        An ended session is refused from its next request on. Changing the password or the e-mail
        ends all others; API keys stay valid. End all others forgets remembered devices too.
      </p>
    </Card>
  );
}

interface RowProps {
  readonly session: ListSessionsOutput[number];
  readonly onEnded: () => void;
}

function Row({ session, onEnded }: RowProps) {
  const { id, userAgent, ip, createdAt, lastUsedAt, expiresAt, current, permissions } = session;
  const device = deviceOf(userAgent);
  const end = useAction(async () => {
    if (current) return leave();
    await call((auth) => auth.endSession({ params: { id } }, ONCE));
    toast(`The session of ${device} has ended.`);
    onEnded();
  });
  return (
    <tr>
      <td title={userAgent ?? undefined}>
        {device} {current && <Badge state="active" text="this one" />}
        {permissions && <p class="hint">only {permissions.join(", ")}</p>}
      </td>
      <td>{ip ?? "unknown"}</td>
      <td>
        <Time at={createdAt} />
      </td>
      <td>
        <Time at={lastUsedAt} />
      </td>
      <td>{moment(expiresAt)}</td>
      <td>
        <button
          type="button"
          class="second small danger"
          disabled={end.busy}
          aria-label={current ? "Sign out" : `End the session of ${device}`}
          onClick={() => void end.run(undefined)}
        >
          {current ? "Sign out" : "End"}
        </button>
        {end.problem && <Notice kind="poor">{end.problem}</Notice>}
      </td>
    </tr>
  );
}

/** A time by its distance; the whole of it in the hover. */
function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={moment(at)}>
      {ago(Date.parse(at))}
    </time>
  );
}
