import { readVersion } from '@idvkit/cli-kit';

/** The command, as reports name it. */
export const TOOL: { readonly name: string; readonly version: string } = {
  name: 'idv-conformance',
  version: readVersion(import.meta.url),
};
