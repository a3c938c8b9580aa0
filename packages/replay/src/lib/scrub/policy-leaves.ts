import { isAlpha3 } from '@idvkit/schema';

import { leaf, textLike, type PolicyNode } from './policy.ts';
import { isEnumLike } from './vocabulary.ts';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/;

export const count: PolicyNode = leaf('number', { keepsNumbers: true });
export const flag: PolicyNode = leaf('flag', { keepsFlags: true });
export const moment: PolicyNode = textLike((text) => TIMESTAMP.test(text));
export const oneOf = (...values: readonly string[]): PolicyNode => textLike((text) => values.includes(text));
export const enumerated: PolicyNode = textLike(isEnumLike);
export const identifier: PolicyNode = leaf('identifier');
export const name: PolicyNode = leaf('name');
export const address: PolicyNode = leaf('address');
export const date: PolicyNode = leaf('date');
export const country: PolicyNode = textLike(isAlpha3);
export const image: PolicyNode = leaf('image-url');
export const documentType: PolicyNode = oneOf('front_card', 'passport');
