/** Zones of the timestamps of a Parquet file, which its own types lack. */

import { tableFromIPC, Type } from "@uwdata/flechette";
import type { FileMetaData } from "hyparquet";

/**
 * The zone of each column, such as `Europe/Berlin`, as the writer kept it beside the file's own schema: in that of
 * Arrow (pyarrow, Polars) or in that of pandas.
 */
export function parquetZones({
  key_value_metadata: pairs = [],
}: FileMetaData): Map<string, string> {
  const valueOf = (key: string): string => pairs.find((pair) => pair.key === key)?.value ?? "";
  try {
    return new Map([...zonesOfPandas(valueOf("pandas")), ...zonesOfArrow(valueOf("ARROW:schema"))]);
  } catch {
    return new Map(); // no schema that can be read: the file is read without it
  }
}

/** The schema of Arrow is a message of its stream in base64. */
function zonesOfArrow(text: string): [column: string, zone: string][] {
  if (text === "") return [];
  const { fields } = tableFromIPC(Buffer.from(text, "base64")).schema;
  return fields.flatMap(({ name, type }) =>
    type.typeId === Type.Timestamp && typeof type.timezone === "string" && type.timezone !== ""
      ? [[name, type.timezone]]
      : [],
  );
}

interface PandasSchema {
  readonly columns?: readonly {
    readonly field_name?: string;
    readonly metadata?: { readonly timezone?: string } | null;
  }[];
}

function zonesOfPandas(text: string): [column: string, zone: string][] {
  if (text === "") return [];
  const { columns = [] } = JSON.parse(text) as PandasSchema;
  return columns.flatMap(({ field_name: name, metadata }) =>
    name !== undefined && typeof metadata?.timezone === "string" ? [[name, metadata.timezone]] : [],
  );
}
