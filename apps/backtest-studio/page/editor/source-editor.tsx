/**
 * An editor of a source, with the lines at fault marked. It stands in a shadow root: there CodeMirror adds its styles
 * as sheets of the document, which the page's policy allows, and not as elements, which it forbids.
 */

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { typescriptLanguage } from "@codemirror/lang-javascript";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";

import type { PlacedFault } from "../model/edited-source.ts";

/** An editor from outside. */
export interface EditorHandle {
  /** Puts the cursor at a place and scrolls it into view. */
  goTo(fault: PlacedFault): void;
}

interface SourceEditorProps {
  readonly label: string;
  /** Text that it begins with; another one does not change it. */
  readonly source: string;
  readonly faults: readonly PlacedFault[];
  readonly onInput: (source: string) => void;
  readonly onSave: () => void;
  readonly onReady: (handle: EditorHandle) => void;
}

export function SourceEditor(props: SourceEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const current = useRef(props);
  current.current = props;
  useEffect(() => {
    if (host.current === null) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const editor = createEditor(root, current);
    view.current = editor;
    current.current.onReady({ goTo: (fault) => goTo(editor, fault) });
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const diagnostics = props.faults.map((fault) => diagnosticOf(editor.state.doc, fault));
    editor.dispatch(setDiagnostics(editor.state, diagnostics));
  }, [props.faults]);
  return <div class="editor" ref={host} onKeyDown={keepPlainKeys} />;
}

/** The page's single keys are for who does not type. */
function keepPlainKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
}

function createEditor(
  root: ShadowRoot,
  props: { readonly current: SourceEditorProps },
): EditorView {
  const { source, label } = props.current;
  const save = (): boolean => {
    props.current.onSave();
    return true;
  };
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: source,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        lintGutter(),
        typescriptLanguage,
        syntaxHighlighting(COLOURS),
        THEME,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) props.current.onInput(update.state.doc.toString());
        }),
        // Tab leaves the editor, as every field; Ctrl ] and Ctrl [ indent.
        keymap.of([
          { key: "Mod-s", run: save, preventDefault: true },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
      ],
    }),
  });
}

function goTo(editor: EditorView, fault: PlacedFault): void {
  const anchor = placeOf(editor.state.doc, fault);
  editor.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: "center" }),
  });
  editor.focus();
}

/** Offset of a place, within the text. */
function placeOf(doc: Text, { line, column }: PlacedFault): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column, 1) - 1, to);
}

function diagnosticOf(doc: Text, fault: PlacedFault): Diagnostic {
  const from = placeOf(doc, fault);
  const { to } = doc.lineAt(from);
  return { from, to: Math.max(to, from), severity: "error", message: fault.message };
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent)" },
  { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--second)" },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: "var(--soft)",
    fontStyle: "italic",
  },
  { tag: [tags.typeName, tags.className], color: "var(--series-3)" },
]);

const THEME = EditorView.theme({
  "&": {
    color: "var(--text)",
    backgroundColor: "var(--ground)",
    fontSize: "var(--size-2)",
    height: "100%",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": {
    color: "var(--soft)",
    backgroundColor: "var(--sunken)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--sunken)" },
  ".cm-activeLineGutter": { color: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    {
      backgroundColor: "var(--band)",
    },
  ".cm-matchingBracket": { backgroundColor: "var(--band)", outline: "1px solid var(--edge)" },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--edge)",
  },
  ".cm-diagnostic-error": { borderLeftColor: "var(--poor)" },
});
