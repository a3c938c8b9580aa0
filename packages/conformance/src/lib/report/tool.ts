import { readVersion } from '@idvkit/cli-kit';

export const TOOL: { readonly name: string; readonly version: string } = {
  name: 'idvkit',
  version: readVersion(import.meta.url),
};
