/** The wish to have this device remembered at the second step of a login. */

interface RememberCheckProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function RememberCheck({ isOn, onChange }: RememberCheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      Remember this device: it signs in by the first step alone for a while. Not where others use
      it.
    </label>
  );
}
