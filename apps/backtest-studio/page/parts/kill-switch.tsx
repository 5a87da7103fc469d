/** The kill switch: its state, where orders are placed, and the steps that set and release it. */

import type { KillSwitch } from "@bourse/contract/backtest";
import {
  ago,
  Badge,
  Card,
  Confirm,
  go,
  moment,
  Notice,
  place,
  returns,
  TextInput,
  toast,
  useAction,
  useCommands,
  useDecision,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { jobs } from "../model/jobs.ts";
import { isStopping, killSwitch, releaseKillSwitch, setKillSwitch } from "../model/kill-switch.ts";
import { apiKey, locked } from "../model/session.ts";
import { ChoiceField } from "./choice-field.tsx";

const READ_MILLISECONDS = 10_000;
/** Pages that show the switch. */
const SHOWN_ON = new Set(["account"]);

/** The header's words for a switch that is on, on every page; the state is read anew while the page is open. */
export function KillSwitchState() {
  useCommands([{ label: "Stop all orders", keys: "g k", group: "Go", run: askToStop }]);
  // A server that wants a key says so to the list first.
  const isOpen = !locked.value && jobs.value !== undefined;
  useEffect(() => {
    if (!isOpen) return undefined;
    void killSwitch.refresh();
    const timer = setInterval(() => {
      if (!document.hidden) void killSwitch.refresh();
    }, READ_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isOpen, apiKey.value, returns.value]);
  const state = killSwitch.value.value?.state;
  if (!isOpen || state === undefined || state === "off") return null;
  return (
    <a href="#/account">
      <Badge state={state} kind="poor" text={WORDS[state]} />
    </a>
  );
}

function askToStop(): void {
  if (!SHOWN_ON.has(place.value.page)) go(["account"]);
  isStopping.value = true;
}

const WORDS = { frozen: "orders are stopped", flattening: "closing everything" } as const;

/** The card of the switch. */
export function KillSwitchCard() {
  const { value: known } = killSwitch.value;
  const { value: problem } = killSwitch.problem;
  const isOn = known !== undefined && known.state !== "off";
  useEffect(() => () => void (isStopping.value = false), []);
  return (
    <Card title="Kill switch" wide aside={<StateBadge known={known} />}>
      <p class="hint before">{sentenceOf(known)}</p>
      {problem !== undefined && (
        <Notice kind="poor">
          {known === undefined ? problem : `It could not be read again: ${problem}`}
        </Notice>
      )}
      {isStopping.value ? (
        <StopForm known={known} />
      ) : isOn ? (
        <OnSteps known={known} />
      ) : (
        <OffStep />
      )}
    </Card>
  );
}

function StateBadge({ known }: { readonly known: KillSwitch | undefined }) {
  if (known === undefined) return <Badge state="unknown" kind="fair" />;
  if (known.state === "off") return <Badge state="off" kind="good" />;
  return <Badge state={known.state} kind="poor" text={`on: ${known.state}`} />;
}

function sentenceOf(known: KillSwitch | undefined): string {
  if (known === undefined) return "Not read yet: it may be on.";
  const { state, reason, set_at: at } = known;
  if (state === "off") return "Orders are placed as they come.";
  const effect =
    state === "flattening"
      ? "No order is placed, and the service's own orders are being cancelled and its own positions closed."
      : "No order is placed. Cancels and closes go on.";
  const since = at === null ? "" : ` since ${moment(at)} (${ago(Date.parse(at))})`;
  return `${effect} It has been on${since}, ${setterOf(known)}: ${reason ?? "without a reason"}`;
}

function setterOf({ source, set_by: by }: KillSwitch): string {
  if (source === "file") return "by the file KILL_SWITCH_FILE of the server";
  if (source === "signal") return "by the signal SIGUSR2 to the server";
  return by === null || by === "local" ? "set over the API" : `set by ${by}`;
}

function OffStep() {
  return (
    <button type="button" class="second danger" onClick={() => (isStopping.value = true)}>
      Stop all orders …
    </button>
  );
}

const MODES = [
  ["freeze", "Freeze: place no order any more"],
  ["flatten", "Flatten: also close what is held"],
] as const;
const EFFECTS = {
  freeze: "Cancels and closes go on; what is held stays.",
  flatten:
    "The service's own orders are cancelled and its own positions closed at the market. Others on the same account are never touched.",
} as const;

function StopForm({ known }: { readonly known: KillSwitch | undefined }) {
  const [mode, setMode] = useState<keyof typeof EFFECTS>(known?.mode ?? "freeze");
  const [reason, setReason] = useState(known?.reason ?? "");
  const set = useAction<void, void>(async () => {
    await setKillSwitch({ mode, reason: reason.trim() });
    isStopping.value = false;
    toast("No order is placed any more.");
  });
  return (
    <form
      aria-label="Stop all orders"
      onSubmit={(event) => {
        event.preventDefault();
        void set.run();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !set.busy) isStopping.value = false;
      }}
    >
      <div class="fields">
        <TextInput
          label="Reason"
          hint="Others read it with the state, and it stays in the audit trail."
          value={reason}
          onInput={setReason}
          isFirst
        />
        <ChoiceField
          label="Mode"
          hint={EFFECTS[mode]}
          value={mode}
          choices={MODES}
          onChange={(value) => setMode(value === "flatten" ? "flatten" : "freeze")}
        />
      </div>
      <div class="buttons">
        <button type="submit" class="second danger" disabled={set.busy || reason.trim() === ""}>
          {set.busy ? "Stopping …" : mode === "freeze" ? "Freeze all orders" : "Flatten everything"}
        </button>
        <button
          type="button"
          class="second"
          disabled={set.busy}
          onClick={() => (isStopping.value = false)}
        >
          Back
        </button>
      </div>
      {set.problem !== undefined && <Notice kind="poor">{set.problem}</Notice>}
    </form>
  );
}

function OnSteps({ known: { state } }: { readonly known: KillSwitch }) {
  const [isAsked, setAsked] = useState(false);
  const release = useDecision<void, void>(async (_, until) => {
    await releaseKillSwitch(until);
    toast("Orders are placed again.");
  });
  if (isAsked) {
    return (
      <Confirm
        title="Release the kill switch"
        words={["Release it", "Releasing …"]}
        busy={release.busy}
        onYes={() => void release.run()}
        onBack={() => setAsked(false)}
        onCancel={release.cancel}
      >
        <p>Orders are placed again from then on. What was cancelled or closed stays so.</p>
        {release.problem !== undefined && <Notice kind="poor">{release.problem}</Notice>}
      </Confirm>
    );
  }
  return (
    <div class="buttons">
      <button type="button" class="second" onClick={() => setAsked(true)}>
        Release …
      </button>
      {state !== "flattening" && (
        <button type="button" class="second danger" onClick={() => (isStopping.value = true)}>
          Change the mode …
        </button>
      )}
    </div>
  );
}
