import { readVersion } from '@idvkit/cli-kit/tool';

export const TOOL: { readonly name: string; readonly version: string } = {
  name: 'idvkit',
  version: readVersion(import.meta.url),
};
