import { createHash } from 'node:crypto';

import type { Behaviour, Draft } from '../../behaviour/hooks/behaviour.ts';
import type { Call, RequestBody } from '../../behaviour/hooks/call.ts';
import type { CallTrace } from '../call-log.ts';
import { toImageName, readImageUrl } from '../signed-image/signed-image-url.ts';

/** Notes what distinguishes a call from others, for the audit of the client. */
export function traceOf({
  call,
  request,
  body,
  answer,
  arrivedMs,
  behaviour,
}: {
  readonly call: Call;
  readonly request: Request;
  readonly body: RequestBody;
  readonly answer: Draft;
  readonly arrivedMs: number;
  readonly behaviour: Behaviour;
}): CallTrace {
  const { url, method, endpoint, slug, workspace } = call;
  const wait = Number(answer.headers['retry-after'] ?? Number.NaN);
  const image =
    endpoint === 'image' ? readImageUrl({ url, slug, signingKey: workspace.signingKey, behaviour }) : undefined;
  const authorization = request.headers.get('authorization') ?? '';
  const parts = [method, url.pathname, url.search, authorization, textOf(body)];
  return {
    sameness: createHash('sha256').update(parts.join('\n')).digest('base64url'),
    arrivedMs,
    answeredMs: performance.now(),
    answers: answersIn(body),
    isBareToken: /^(?!bearer$)\S+$/i.test(authorization),
    ...(Number.isFinite(wait) && { retryAfterSeconds: wait }),
    ...(image?.kind === 'signed' && { image: toImageName(image.image) }),
  };
}

function textOf(body: RequestBody): string {
  return body.kind === 'json' ? JSON.stringify(body.value) : body.kind;
}

function answersIn(body: RequestBody): CallTrace['answers'] {
  const { answers } = Object(body.kind === 'json' ? body.value : undefined) as { readonly answers?: unknown };
  if (typeof answers !== 'object' || answers === null) return 'none';
  if (Array.isArray(answers)) return 'nested';
  return Object.values(answers).some((value) => typeof value === 'object' && value !== null) ? 'nested' : 'flat';
}
