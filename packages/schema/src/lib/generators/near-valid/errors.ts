import { errorArbitraries } from '../errors.ts';
import { defineBreaches, type Breach } from './breach.ts';
import { valueAt, without, withValue, type Path } from './edit.ts';

const error = (key: string): Path => ['error', key];

type ErrorKind = keyof typeof errorArbitraries & Breach['kind'];

const inError = (kind: ErrorKind, variants: Breach['variants'], more: Pick<Breach, 'also'> = {}): Breach => ({
  kind,
  from: errorArbitraries[kind](),
  variants,
  ...more,
});

/** Ways to spoil the messages of a map of question keys. */
function spoiltMaps(map: unknown): readonly [unknown, ...unknown[]] {
  const key = Object.keys(Object(map))[0] ?? '';
  return [withValue(map, [key], []), withValue(map, [key], 'is wrong'), withValue(map, [key], [{ code: 'wrong' }])];
}

/** Breaches of the rules about the bodies of errors. */
export const errorsBreaches = defineBreaches({
  'error.envelope.shape': inError('notFoundError', (body) => [
    without(body, error('status_code')),
    without(body, error('message')),
    without(body, error('detail')),
    withValue(body, error('status_code'), '404'),
    valueAt(body, ['error']),
  ]),
  'error.envelope.message': inError('forbiddenError', (body) => [
    withValue(body, error('message'), ''),
    withValue(body, error('message'), 'forbidden'),
  ]),
  'error.envelope.detail-string': inError('notFoundError', (body) => [
    withValue(body, error('detail'), { slug: ['unknown'] }),
    withValue(body, error('detail'), ['unknown']),
  ]),
  'error.401.detail': inError('unauthorizedError', (body) => [
    withValue(body, error('detail'), 'Unauthorized'),
    withValue(body, error('detail'), ''),
  ]),
  'error.403.detail': inError('forbiddenError', (body) => [
    withValue(body, error('detail'), 'Forbidden'),
    withValue(body, error('detail'), ''),
  ]),
  'create.422.detail-map': inError('createValidationError', (body) => {
    const [first, ...others] = spoiltMaps(valueAt(body, error('detail')));
    return [
      withValue(body, error('detail'), first),
      ...others.map((map) => withValue(body, error('detail'), map)),
      withValue(body, error('detail'), 'Some answers are wrong'),
    ];
  }),
  'create.credit.461-envelope': inError(
    'noCreditError',
    (body) => [valueAt(body, ['error']), withValue(body, error('status_code'), 402)],
    { also: ['error.envelope.shape', 'error.envelope.status-code'] },
  ),
  'submit.422.flat-map': inError('submitValidationError', (body) => [
    ...spoiltMaps(body),
    { error: { status_code: 422, message: 'Unprocessable Entity', detail: body } },
  ]),
  'resend.404.bare-detail': inError('resendNotFoundError', (body) => [
    { error: { status_code: 404, message: 'Not Found', detail: valueAt(body, ['detail']) } },
    without(body, ['detail']),
    withValue(body, ['detail'], { reason: 'unknown' }),
  ]),
});
