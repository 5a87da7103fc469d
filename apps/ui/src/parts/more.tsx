/** The foot of a list that is shown page by page: how much of it is shown, and a way to the rest. */

interface MoreProps {
  readonly list: { readonly more: () => Promise<void> };
  readonly shown: number;
  readonly total: number;
}

export function More({ list, shown, total }: MoreProps) {
  if (shown >= total) return null;
  return (
    <div class="buttons">
      <span class="hint">
        {shown} of {total}
      </span>
      <button type="button" class="second" onClick={() => void list.more()}>
        Older
      </button>
    </div>
  );
}
