/** A page for tests of parts: a table of 100,000 rows, a toast with a way back, and commands that change. */

import {
  Card,
  Empty,
  Shell,
  toast,
  useCommands,
  useQuery,
  VirtualTable,
  type Page,
} from "@bourse/ui";
import { render } from "preact";

import "./style.css";

const ROWS = 100_000;

function Rows() {
  const [chosen, setChosen] = useQuery("row");
  const [opened, setOpened] = useQuery("opened");
  return (
    <Card title="Rows" wide>
      <VirtualTable
        label="Rows"
        count={ROWS}
        chosen={chosen === "" ? undefined : Number(chosen)}
        onChoose={(index) => setChosen(String(index))}
        onOpen={(index) => setOpened(String(index))}
        empty={<Empty title="No row." />}
        columns={[
          { head: "Number", isNumber: true, cell: (index) => index },
          { head: "Square", isNumber: true, width: 12, cell: (index) => index * index },
        ]}
      />
      <p>Opened: {opened === "" ? "none" : opened}</p>
    </Card>
  );
}

function Toasts() {
  return (
    <Card title="Toasts">
      <button
        type="button"
        onClick={() =>
          toast("One thing is gone.", {
            action: { label: "Undo", run: () => toast("It is back.") },
          })
        }
      >
        Remove
      </button>
    </Card>
  );
}

function Changes() {
  const [hasSecond, setSecond] = useQuery("second");
  const [done, setDone] = useQuery("done", "nothing");
  useCommands([
    ...(hasSecond === "" ? [] : [{ label: "Reject", keys: "x", run: () => setDone("reject") }]),
    { label: "Approve", keys: "y", run: () => setDone("approve") },
  ]);
  return (
    <Card title="Changes">
      <button type="button" onClick={() => setSecond("yes")}>
        Add a command
      </button>
      <p>
        {hasSecond === "" ? "One command" : "Two commands"}, done: {done}
      </p>
    </Card>
  );
}

const PAGES: readonly Page[] = [
  { name: "rows", title: "Rows", key: "r", content: Rows },
  { name: "toasts", title: "Toasts", key: "t", content: Toasts },
  { name: "changes", title: "Changes", key: "c", content: Changes },
];
const place = document.querySelector("#app");
if (place !== null) render(<Shell brand="Parts" pages={PAGES} />, place);
