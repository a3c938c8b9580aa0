import { absentBody, answersBody, emptyJsonBody, jsonBody, notJsonBody, type CallBody } from '../calls/call-body.ts';
import type { Call } from '../calls/service-client.ts';
import type { Stage } from '../scenarios/stage.ts';
import type { FuzzBody, FuzzSpelling } from './fuzz-step.ts';

/** A body to send, and what corrects its condition after the answer. */
export interface ReadyBody {
  readonly body: CallBody;
  readonly revise?: NonNullable<Call['revise']>;
}

interface WrittenBody {
  readonly body: FuzzBody;
  readonly spelling: FuzzSpelling;
  readonly flow: string;
}

export function createBody({ body, spelling, flow }: WrittenBody, stage: Stage): ReadyBody {
  const { inputParameters, badBodies } = stage;
  switch (body.kind) {
    case 'inputs':
      // Only the main form is known to declare them.
      return { body: spelled(answersBody('valid-answers', flow === 'camera' ? inputParameters : {}), spelling) };
    case 'bad-format': {
      const [first] = badBodies;
      return first === undefined ? { body: absentBody } : { ...first, body: spelled(first.body, spelling) };
    }
    case 'undeclared':
      return {
        body: spelled(answersBody('undeclared-key', body.answers, Object.keys(body.answers)), spelling),
      };
    default:
      return { body: otherBody(body, spelling) };
  }
}

/** Makes the body of a submit. `inputs` completes a plain form; everything else misses something required. */
export function submitBody({ body, spelling, flow }: WrittenBody, stage: Stage): CallBody {
  const { plainForm } = stage;
  if (flow === 'plain' && body.kind === 'inputs' && Object.keys(plainForm?.answers ?? {}).length > 0) {
    return spelled(answersBody('valid-answers', plainForm?.answers ?? {}), spelling);
  }
  if (body.kind === 'anything') return otherBody(body, spelling);
  const required = flow === 'plain' ? plainForm?.requiredKeys : [];
  // An empty body completes a plain form that requires nothing.
  if (flow === 'plain' && (required === undefined || required.length === 0)) {
    return spelled({ ...answersBody('missing-required', {}), kind: 'unknown' }, spelling);
  }
  return spelled(answersBody('missing-required', {}, required), spelling);
}

function otherBody(body: FuzzBody, spelling: FuzzSpelling): CallBody {
  switch (body.kind) {
    case 'empty':
      return emptyJsonBody;
    case 'empty-object':
      return spelled(jsonBody('empty-object', {}), spelling);
    case 'not-json':
      return notJsonBody;
    case 'anything':
      return spelled(jsonBody('unknown', body.json), spelling);
    default:
      return absentBody;
  }
}

function spelled(body: CallBody, spelling: FuzzSpelling): CallBody {
  if (body.bytes === undefined || spelling === 'plain') return body;
  const text = new TextDecoder().decode(body.bytes);
  const value: unknown = JSON.parse(text);
  const other =
    spelling === 'spaced'
      ? ` ${JSON.stringify(value, undefined, '\t')}\r\n`
      : text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { ...body, bytes: new TextEncoder().encode(other) };
}
