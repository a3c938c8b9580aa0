import { arrayAt, at, isObject, type JsonObject, type JsonPath, objectAt } from '@idvkit/json';

import type { Payload } from './payload.ts';

/** A value of a payload and where it stands. */
export interface Part<Value = unknown> {
  readonly path: JsonPath;
  readonly value: Value;
}

/** Which of the two camera checks a try belongs to. */
export type CameraCheck = 'liveness' | 'identity_document';

/** The application of a payload, where it is an object. */
export function applicationOf({ body }: Payload): JsonObject | undefined {
  return objectAt(body, 'application');
}

/** The application of a payload where it reads `complete`; outcomes mean nothing before. */
export function completeApplicationOf(payload: Payload): JsonObject | undefined {
  const application = applicationOf(payload);
  return at(application, 'status') === 'complete' ? application : undefined;
}

/** Every member of `answers`, where that is an object. */
export function answersOf({ body }: Payload): readonly (Part & { readonly key: string })[] {
  const answers = objectAt(body, 'answers') ?? {};
  return Object.entries(answers).map(([key, value]) => ({ key, path: ['answers', key], value }));
}

/** Every member of `answers` that is an object. */
export function answerObjectsOf(payload: Payload): readonly (Part<JsonObject> & { readonly key: string })[] {
  return answersOf(payload).flatMap(({ key, path, value }) => (isObject(value) ? [{ key, path, value }] : []));
}

/** `extra.ekyc` of a payload, where it is an object. */
export function ekycOf({ body }: Payload): JsonObject | undefined {
  return objectAt(body, 'extra', 'ekyc');
}

/** `extra.ekyc.face_compare` of a payload, where it is an object. */
export function faceCompareOf(payload: Payload): JsonObject | undefined {
  return objectAt(ekycOf(payload), 'face_compare');
}

/** The tries of a camera check, whatever they are. */
export function attemptsOf(payload: Payload, check: CameraCheck): readonly Part[] {
  const attempts = arrayAt(ekycOf(payload), check, 'attempts') ?? [];
  return attempts.map((value, index) => ({ path: ['extra', 'ekyc', check, 'attempts', index], value }));
}

/** Tells whether one of the tries of a camera check succeeded. */
export function hasSuccess(payload: Payload, check: CameraCheck): boolean {
  return attemptsOf(payload, check).some(({ value }) => at(value, 'status') === 'success');
}

/** The document that was accepted or answered for, where the payload says so without contradiction. */
export function documentTypeOf(payload: Payload): string | undefined {
  const types = [
    at(ekycOf(payload), 'identity_document', 'type'),
    at(payload.body, 'answers', 'ekyc_document_type', 'value'),
  ].filter((type) => typeof type === 'string');
  return types.every((type) => type === types[0]) ? types[0] : undefined;
}

/** Every place of a payload that holds a signed image URL, where something stands there. */
export function imagesOf(payload: Payload): readonly Part[] {
  const root = ['extra', 'ekyc'] as const;
  const parts: Part[] = [
    { path: [...root, 'liveness', 'url'], value: at(ekycOf(payload), 'liveness', 'url') },
    { path: [...root, 'identity_document', 'url'], value: at(ekycOf(payload), 'identity_document', 'url') },
    {
      path: [...root, 'identity_document', 'face_image_url'],
      value: at(ekycOf(payload), 'identity_document', 'face_image_url'),
    },
  ];
  for (const { path, value } of attemptsOf(payload, 'identity_document')) {
    parts.push({ path: [...path, 'url'], value: at(value, 'url') });
  }
  for (const { path, value } of attemptsOf(payload, 'liveness')) {
    (arrayAt(value, 'images') ?? []).forEach((image, index) =>
      parts.push({ path: [...path, 'images', index, 'url'], value: at(image, 'url') }),
    );
  }
  return parts.filter(({ value }) => value !== undefined && value !== null);
}

/** A screening run that is an object, and the provider it is filed under. */
export interface AmlRunPart extends Part<JsonObject> {
  readonly provider: string;
}

/** Every member of a provider's array, objects or not. */
export function amlItemsOf({ body }: Payload): readonly (Part & { readonly provider: string })[] {
  const providers = objectAt(body, 'extra', 'identity_aml') ?? {};
  return Object.entries(providers).flatMap(([provider, runs]) =>
    (Array.isArray(runs) ? runs : []).map((value: unknown, index) => ({
      provider,
      path: ['extra', 'identity_aml', provider, index],
      value,
    })),
  );
}

/** Every screening run that is an object. */
export function amlRunsOf(payload: Payload): readonly AmlRunPart[] {
  return amlItemsOf(payload).flatMap(({ provider, path, value }) =>
    isObject(value) ? [{ provider, path, value }] : [],
  );
}

/** The entries of a run, under the provider's own key of its output, objects or not. */
export function amlEntriesOf({ provider, path, value }: AmlRunPart): readonly Part[] {
  const entries = arrayAt(value, 'output', provider) ?? [];
  return entries.map((entry, index) => ({ path: [...path, 'output', provider, index], value: entry }));
}
