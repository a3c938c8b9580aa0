import type { JsonNode } from '../check/json-node.ts';

/** Checks that the number of an application is `COK00` and its zero-padded id, whatever width it is padded to. */
export function numberFollowsId(application: JsonNode): void {
  if (!application.isObject) return;
  const number = application.at('no');
  const id = application.at('id').value;
  const digits = /^COK00(\d+)$/.exec(number.text ?? '')?.[1];
  if (digits === undefined) {
    number.fail('`application.no` is not `COK00` followed by digits', 'COK00 + zero-padded id');
  } else if (Number.isSafeInteger(id)) {
    number.expect(
      digits.replace(/^0+(?=\d)/, '') === String(id),
      'The digits of `application.no` after `COK00` do not read as `application.id`',
      `COK00 + zero-padded ${String(id)}`,
    );
  }
}
