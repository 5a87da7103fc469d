/** A code of an authenticator app, or a recovery code. */

import { TextInput } from "./text-input.tsx";

interface CodeInputProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** True where no recovery code will do. */
  readonly isAppOnly?: boolean;
}

export function CodeInput({ value, onInput, isAppOnly = false }: CodeInputProps) {
  const hint = isAppOnly
    ? "The six digits that your app shows now."
    : "The six digits that your app shows now, or one of your recovery codes.";
  return (
    <TextInput
      label="Code"
      autocomplete="one-time-code"
      hint={hint}
      isFirst
      value={value}
      onInput={onInput}
    />
  );
}
