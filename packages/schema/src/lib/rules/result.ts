import { defineRules, rulesOf } from './rule-entry.ts';

const { exchange, bodyRule, sequence, delivery } = rulesOf('Get application result', { supplies: [] });
const codes = rulesOf('Status codes', { supplies: [] });
const states = rulesOf('States and transitions', { supplies: ['deleted-application'] });
const limits = rulesOf('Limits', { supplies: ['submitted-application'] });

export const resultRules = defineRules({
  'result.status.200': exchange('The result of an existing application returns 200 to the holder of the token'),
  'result.body.webhook-minus-event': bodyRule('A result has `application`, `answers` and `extra`, and no `event`', {
    decidedBy: 'call',
    of: 'result',
    needs: 'A result call that returns 200.',
    check(body, { source }) {
      if (source !== 'result') return;
      for (const member of ['application', 'answers', 'extra'].map((name) => body.at(name))) {
        member.expect(!member.isMissing, `The result comes without \`${member.key}\``);
      }
      const event = body.at('event');
      event.expect(event.isMissing, 'The result has an `event`', 'no event');
    },
  }),
  'result.open.empty': sequence(
    '`answers` and `extra` of a result are empty objects until the application is submitted',
  ),
  'result.equals-webhook': delivery(
    'The result of a submitted application says the same as its webhook, except for signed URLs',
    { supplies: ['submitted-application', 'receiver'], decidedBy: 'whole-run' },
  ),
  'result.read-only': sequence('Reading a result changes nothing', { decidedBy: 'whole-run' }),
  'result.unknown.404': codes.exchange('The result of an unknown application returns 404', {
    identifiedBy: 'recording.unknownSlugs',
  }),
  'result.deleted.404': states.operator('The result of a deleted application returns 404', {
    identifiedBy: 'recording.deletedSlugs',
  }),
  'result.size.few-kb': limits.exchange('A result in which screening found nothing is a few kB long', {
    reach: 'submitted',
    level: 'should',
  }),
  'result.status.documented': exchange('Result calls return only the statuses that the specification lists for them'),
});
