import { ajvPeer } from './ajv.ts';
import { idvkitCheck, idvkitRun } from './idvkit.ts';
import { responseValidatorPeer } from './openapi-response-validator.ts';
import type { Peer } from './peer.ts';
import { prismPeer } from './prism.ts';
import { redoclyPeer } from './redocly.ts';

/** The validators of the table, in its order. */
export const peers: readonly Peer[] = [
  idvkitRun,
  idvkitCheck,
  await prismPeer(),
  redoclyPeer,
  responseValidatorPeer(),
  ajvPeer('strict'),
  ajvPeer('consumer'),
];
