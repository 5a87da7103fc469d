/** The source of an own strategy: edited, saved where it loads, and run. */

import { Card, Empty, Field, go, Notice, ONCE, place, toast, useAction } from "@bourse/ui";
import { useEffect, useRef, useState } from "preact/hooks";

import { SourceEditor, type EditorHandle } from "../../editor/source-editor.tsx";
import {
  drafts,
  editedName,
  editorPlace,
  firstSource,
  isUnsaved,
  nameFault,
  placedFaults,
  setDraft,
  type PlacedFault,
  type SourceDraft,
} from "../../model/edited-source.ts";
import { clients } from "../../model/session.ts";
import { loadStrategies, strategies } from "../../model/strategies.ts";
import { wordsOf } from "../../model/words.ts";
import { IntervalField } from "../../parts/interval-field.tsx";
import { SymbolField } from "../../parts/symbol-field.tsx";

export function SourcePage() {
  const name = editedName(place.value.rest);
  const draft = drafts.value[name];
  const [problem, setProblem] = useState<string>();
  useEffect(() => void loadStrategies(), []);
  useEffect(() => {
    if (name === "" || drafts.peek()[name] !== undefined) return;
    setProblem(undefined);
    void readDraft(name).catch((error: unknown) => setProblem(wordsOf(error)));
  }, [name, draft === undefined]);
  if (name === "") return <NewStrategy />;
  if (draft !== undefined) return <Editing key={name} name={name} draft={draft} />;
  if (problem === undefined) {
    return (
      <Card title={name} wide>
        <p class="hint reading">Reading the source …</p>
      </Card>
    );
  }
  return (
    <Card title={name} wide>
      <Empty
        title="The source cannot be shown."
        action={
          <a class="button second" href="#/strategies">
            All strategies
          </a>
        }
      >
        {problem}
      </Empty>
    </Card>
  );
}

async function readDraft(name: string): Promise<void> {
  const { source, sha256 } = await clients.peek().backtest.getStrategySource({ params: { name } });
  setDraft(name, { source, saved: source, sha256 });
}

function NewStrategy() {
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const taken = (strategies.value?.strategies ?? []).map((one) => one.name);
  const fault = nameFault(name, taken);
  return (
    <Card title="New strategy" wide>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (fault !== undefined) return;
          setDraft(name, { source: firstSource(name), saved: "", sha256: undefined });
          go(editorPlace(name));
        }}
      >
        <Field
          label="Name"
          hint="Its file gets this name; results and requests say it."
          fault={isTried ? fault : undefined}
        >
          {(ties) => (
            <input
              {...ties}
              value={name}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit">Write it</button>
      </form>
    </Card>
  );
}

interface EditingProps {
  readonly name: string;
  readonly draft: SourceDraft;
}

function Editing({ name, draft }: EditingProps) {
  const [faults, setFaults] = useState<readonly PlacedFault[]>([]);
  const [run, setRun] = useState<RunOf>({ symbol: "BTCUSDT", interval: "60", limit: 5000 });
  const editor = useRef<EditorHandle>(undefined);
  const save = async (): Promise<boolean> => {
    const found = await saveDraft(name);
    setFaults(found);
    if (found[0] !== undefined) editor.current?.goTo(found[0]);
    return found.length === 0;
  };
  const saving = useAction(async (isRun: boolean) => {
    try {
      if (!(await save())) return;
      if (!isRun) return toast(`Saved ${name}.`);
      const body = { strategy: name, ...run, look_ahead: {} };
      const { job_id: id } = await clients.value.backtest.createBacktest({ body }, ONCE);
      go(["runs", id]);
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  const isChanged = isUnsaved(draft);
  return (
    <Card
      title={name}
      wide
      aside={
        <>
          <span class="hint">{isChanged ? "not saved" : "saved"}</span>{" "}
          <a class="button second small" href="#/strategies">
            All strategies
          </a>
        </>
      }
    >
      <SourceEditor
        label={`Source of ${name}`}
        source={draft.source}
        faults={faults}
        onInput={(source) => setDraft(name, { ...(drafts.peek()[name] ?? draft), source })}
        onSave={() => void saving.run(false)}
        onReady={(handle) => (editor.current = handle)}
      />
      <Faults faults={faults} onGo={(fault) => editor.current?.goTo(fault)} />
      {saving.problem !== undefined && <Overtaken name={name} problem={saving.problem} />}
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault();
          void saving.run(true);
        }}
      >
        <RunFields run={run} onChange={setRun} />
        <button type="submit" disabled={saving.busy}>
          {saving.busy ? "Loading it …" : "Save and run"}
        </button>
        <button
          type="button"
          class="second"
          disabled={saving.busy || !isChanged}
          onClick={() => void saving.run(false)}
        >
          Save
        </button>
      </form>
      <p class="hint">
        Ctrl S saves. The server loads the source in a process of its own; types are erased and not
        checked. What is not saved stays here until the page is closed.
      </p>
    </Card>
  );
}

/** Saves what the reader has now; returns the faults for which it was not saved. */
async function saveDraft(name: string): Promise<readonly PlacedFault[]> {
  const draft = drafts.peek()[name];
  if (draft === undefined) return [];
  const { source, sha256: before } = draft;
  try {
    const { sha256 } = await clients.peek().backtest.saveStrategySource({
      params: { name },
      ...(before !== undefined && { headers: { "if-match": `"${before}"` } }),
      body: { source },
    });
    // What was typed meanwhile stays.
    setDraft(name, { ...(drafts.peek()[name] ?? draft), saved: source, sha256 });
    void loadStrategies();
    return [];
  } catch (error) {
    const faults = placedFaults(error);
    if (faults.length === 0) throw error;
    return faults;
  }
}

/** The reason for which a source was not saved that is no fault of it. */
function Overtaken({ name, problem }: { readonly name: string; readonly problem: string }) {
  return (
    <Notice kind="poor">
      {problem}{" "}
      <button type="button" class="second small" onClick={() => setDraft(name, undefined)}>
        Drop my changes and read it again
      </button>
    </Notice>
  );
}

interface FaultsProps {
  readonly faults: readonly PlacedFault[];
  readonly onGo: (fault: PlacedFault) => void;
}

function Faults({ faults, onGo }: FaultsProps) {
  return (
    <div role="alert">
      {faults.length > 0 && (
        <Notice kind="poor">
          Not saved:{" "}
          {faults.map((fault) => (
            <p key={`${fault.line}:${fault.column}:${fault.message}`}>
              <button type="button" class="second small" onClick={() => onGo(fault)}>
                Line {fault.line}
              </button>{" "}
              <span dir="auto">{fault.message}</span>
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
}

/** Candles that a strategy is run on once it is saved. */
interface RunOf {
  readonly symbol: string;
  readonly interval: string;
  readonly limit: number;
}

interface RunFieldsProps {
  readonly run: RunOf;
  readonly onChange: (run: RunOf) => void;
}

function RunFields({ run, onChange }: RunFieldsProps) {
  return (
    <>
      <SymbolField value={run.symbol} onInput={(symbol) => onChange({ ...run, symbol })} />
      <IntervalField value={run.interval} onChange={(interval) => onChange({ ...run, interval })} />
      <Field label="Candles">
        {(ties) => (
          <input
            {...ties}
            type="number"
            min={1}
            max={1_000_000}
            value={run.limit}
            onInput={(event) => onChange({ ...run, limit: Number(event.currentTarget.value) })}
          />
        )}
      </Field>
    </>
  );
}
