import { stringAt } from '@idvkit/json';

import { quoted } from '../../observe/json.ts';
import { recogniseRequest } from '../expectation/recognise-request.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';
import { createdBody, needsCreated } from './create-call.ts';

/** Judge of the rule about the address of the info endpoint. */
export const infoIsAbsolute: RuleOf<'exchange'> = defineRule('create.info.absolute', {
  scope: 'exchange',
  needs: needsCreated,
  *judge(exchange) {
    const { info, detail } = createdBody(exchange) ?? {};
    if (info === undefined || info === null) return;
    const slug = stringAt(detail, 'slug');
    const form = exchange.formSlug ?? stringAt(detail, 'form');
    if (slug === undefined) return;
    const there =
      typeof info === 'string' && URL.canParse(info) ? recogniseRequest('GET', info, serviceOf(info)) : undefined;
    if (there?.endpoint === 'info' && there.slug === slug && (form === undefined || there.formSlug === form)) {
      yield pass(exchange);
    } else {
      yield fail(exchange, {
        message: '`info` is not the absolute URL of the info endpoint of this application',
        path: ['info'],
        expected: '{base_url}/{lang}/api/forms/{form_slug}/applied-forms/{slug}/info/',
        actual: quoted(info),
      });
    }
  },
});

/** The address in front of `/{lang}/api/forms/`, which need not be the one that was called. */
function serviceOf(info: string): string {
  const { origin, pathname } = new URL(info);
  const end = pathname.lastIndexOf('/api/forms/');
  return origin + pathname.slice(0, Math.max(pathname.lastIndexOf('/', end - 1), 0));
}
