import { Field } from "@bourse/ui";

interface ReasonFieldProps {
  readonly reason: string;
  readonly onInput: (reason: string) => void;
}

/** The reason of a suspension or a hiding, which the account that it concerns reads. */
export function ReasonField({ reason, onInput }: ReasonFieldProps) {
  return (
    <Field label="Reason" hint="10–1,000 characters; the account reads it." fault={undefined}>
      {(ties) => (
        <textarea
          dir="auto"
          {...ties}
          rows={2}
          maxLength={1000}
          value={reason}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
