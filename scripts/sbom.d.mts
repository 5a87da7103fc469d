/** A part in the software bill of materials. */
export interface Component {
  readonly type: string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
  readonly "bom-ref": string;
  readonly components?: readonly {
    readonly name: string;
    readonly "bom-ref": string;
    readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  }[];
}

/** The software bill of materials of the published packages in CycloneDX's JSON. */
export function billOfMaterials(): {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};
