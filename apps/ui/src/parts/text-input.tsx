/** A labelled line of text. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { Field } from "./field.tsx";

interface TextInputProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: "text" | "email" | "search" | "number";
  readonly autocomplete?: "email" | "username" | "name" | "one-time-code" | "off";
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
  readonly isOptional?: boolean;
  /** True for the field that a page begins with: it gets the focus. */
  readonly isFirst?: boolean;
}

export function TextInput(props: TextInputProps) {
  const { label, value, onInput, type = "text", autocomplete = "off", hint, fault } = props;
  const input = useRef<HTMLInputElement>(null);
  // Before anything is drawn, so that no key is lost.
  useLayoutEffect(() => {
    if (props.isFirst === true) input.current?.focus();
  }, []);
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ties) => (
        <input
          {...ties}
          ref={input}
          // Each type of input has a type of its own; what is given here fits all.
          type={type as "number"}
          dir={type === "text" ? "auto" : undefined}
          autocomplete={autocomplete}
          spellcheck={false}
          required={props.isOptional !== true && type !== "search"}
          data-first={props.isFirst === true ? "" : undefined}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
