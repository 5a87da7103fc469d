/** Data as it was shared. Long data scrolls, and what scrolls must be reachable by keyboard. */
export function Plain({ data }: { readonly data: string }) {
  return (
    <pre class="data" tabIndex={0} aria-label="The data">
      {data}
    </pre>
  );
}
