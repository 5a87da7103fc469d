export function isBuilt(): boolean;
export function build(): number;
