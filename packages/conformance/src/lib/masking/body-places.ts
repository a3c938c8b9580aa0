import { has, isObject, type JsonPath } from '../observation/json.ts';

/**
 * What may be read at a place of a body.
 *
 * - `word`: a value out of a few, a name of a step or column; a text of the service in strict masking
 * - `time`: when something happened
 * - `number`: a number that measures or counts
 * - `url`: an address, of which only the known parts are readable
 * - `slug`: told apart by its fingerprint
 * - `wording`: a text of the service that is the same for everybody, as far as its words are known ones
 * - `personal`: nothing but its type
 */
export type Place = 'word' | 'time' | 'number' | 'url' | 'slug' | 'wording' | 'personal';

/** Places by path: `*` is any key, `[]` any index. What is not listed is `personal`. */
const PLACES: Readonly<Record<Exclude<Place, 'personal'>, readonly string[]>> = {
  word: [
    'application.form',
    'application.status',
    'application.other_status.*',
    'event.nounce',
    'event.type',
    'detail.form',
    'detail.step',
    'detail.section',
    'extra.ekyc.face_compare.status',
    'extra.ekyc.liveness.attempts.[].status',
    'extra.ekyc.liveness.attempts.[].images.[].action',
    'extra.ekyc.identity_document.type',
    'extra.ekyc.identity_document.attempts.[].type',
    'extra.ekyc.identity_document.attempts.[].status',
    'extra.identity_aml.*.[].values_list.[]',
    'extra.identity_aml.*.[].output.*.[].output.status',
    'data.current_step',
    'schema_config.configs.locale.available_locales.[]',
    'schema_config.configs.locale.default_locale',
  ],
  time: [
    'application.submitted_at',
    'event.created_at',
    'detail.submitted_at',
    'answers.*.created_at',
    'answers.*.updated_at',
    'extra.ekyc.liveness.attempts.[].created_at',
    'extra.ekyc.identity_document.attempts.[].created_at',
    'extra.identity_aml.*.[].timestamp',
  ],
  number: [
    'event.version',
    'error.status_code',
    'extra.ekyc.face_compare.score',
    'extra.ekyc.liveness.attempts.[].attempt',
    'extra.ekyc.identity_document.attempts.[].attempt',
    'extra.identity_aml.*.[].output.*.[].output.code',
    'extra.identity_aml.*.[].output.*.[].output.content.data.total_hits',
    'extra.identity_aml.*.[].output.*.[].result.total_hits',
  ],
  url: [
    'form_url',
    'info',
    'extra.ekyc.liveness.url',
    'extra.ekyc.liveness.attempts.[].images.[].url',
    'extra.ekyc.identity_document.url',
    'extra.ekyc.identity_document.face_image_url',
    'extra.ekyc.identity_document.attempts.[].url',
  ],
  slug: ['application.slug', 'detail.slug'],
  wording: [
    'error.message',
    'error.detail',
    'error.detail.*.[]',
    'detail',
    'message',
    'extra.ekyc.liveness.attempts.[].message',
    'extra.ekyc.identity_document.attempts.[].message',
    // The flat map of submit's 422.
    '*.[]',
  ],
};

interface Node {
  readonly children: Map<string, Node>;
  place?: Place;
}

const root: Node = { children: new Map() };
for (const [place, paths] of Object.entries(PLACES)) {
  for (const path of paths) {
    let node = root;
    for (const step of path.split('.')) {
      const child = node.children.get(step) ?? { children: new Map() };
      node.children.set(step, child);
      node = child;
    }
    // The keys of the table are places.
    node.place = place as Place;
  }
}

/**
 * Says what may be read at `path` of a body of the service or of the run. Whatever the list of places does not have is
 * personal: masking fails closed.
 */
export function placeAt(path: JsonPath): Place {
  return find(root, path, 0) ?? 'personal';
}

function find(node: Node, path: JsonPath, depth: number): Place | undefined {
  const step = path[depth];
  if (step === undefined) return node.place;
  // The first key decides: below `answers` nothing is a message of submit's 422, whatever its shape.
  const named = typeof step === 'number' ? node.children.get('[]') : node.children.get(step);
  if (named !== undefined) return find(named, path, depth + 1);
  const any = typeof step === 'number' ? undefined : node.children.get('*');
  return any === undefined ? undefined : find(any, path, depth + 1);
}

/** A leaf of a body. */
export interface Leaf {
  readonly value: string | number;
  readonly place: Place;
  readonly path: JsonPath;
}

/** Every key of an object of a body, likewise. */
export function* keysOf(body: unknown): Generator<string> {
  for (const { key } of entriesOf(body)) if (typeof key === 'string') yield key;
}

/** Every text and number of a body. Of an info answer only `data`: the rest is the content of the form. */
export function* leavesOf(body: unknown): Generator<Leaf> {
  for (const { value, path } of entriesOf(body)) {
    if (typeof value === 'string' || typeof value === 'number') yield { value, place: placeAt(path), path };
  }
}

interface Entry {
  readonly value: unknown;
  readonly key?: string | number;
  readonly path: JsonPath;
}

/** Walks a body without recursion: it may be nested as deep as it likes. */
function* entriesOf(body: unknown): Generator<Entry> {
  const start = isObject(body) && has(body, 'schema_config') ? { data: body['data'] } : body;
  const waiting: Entry[] = [{ value: start, path: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value)) {
      const key = Array.isArray(value) ? Number(name) : name;
      waiting.push({ value: item, key, path: [...path, key] });
    }
  }
}
