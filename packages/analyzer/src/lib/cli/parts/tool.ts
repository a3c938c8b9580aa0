import { readVersion } from '@idvkit/cli-kit';

/** Name and version of this tool: part of each id, so that parts of two versions never mix. */
export const TOOL: string = `idvkit analyze ${readVersion(import.meta.url)}`;
