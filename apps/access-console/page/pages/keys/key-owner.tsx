/** The organization that owns a key, by its name. */

import { formatPlace, short } from "@bourse/ui";

import { useLoaded } from "../../model/use-loaded.ts";

export function OwnerName({ id }: { readonly id: string }) {
  const one = useLoaded(`organization ${id}`, (auth) => auth.getOrganization({ params: { id } }));
  return (
    <a href={formatPlace(["organizations", id])} title={id} dir="auto">
      {one.value.value?.name ?? short(id)}
    </a>
  );
}
