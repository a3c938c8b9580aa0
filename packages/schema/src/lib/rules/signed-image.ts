import { imagesOf, readImageUrl } from '../ekyc/image-url.ts';
import { imagesAreOfApplication, imagesExpireAfterEvent } from '../events/consistency.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const { bodyRule, delivery, exchange, operator } = rulesOf('Signed image URL', {
  supplies: ['submitted-application'],
  needs:
    'A submission of a form with a document scan and liveness: an operator that submits, or fixtures.submittedSlug.',
});
const authentication = rulesOf('Authentication', { supplies: ['submitted-application'] });

export const signedImageRules = defineRules({
  'image.url.absolute-on-service-host': bodyRule('Image URLs are absolute and on the host of the service', {
    reach: 'submitted',
    decidedBy: 'call',
    check(body, { baseUrl }) {
      const host = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).host : undefined;
      for (const image of body.at('extra', 'ekyc').kept(imagesOf)) {
        const url = image.parsed(readImageUrl);
        if (url === undefined) continue;
        const message = url.absolute
          ? 'Signed image URLs are on another host than the service (does a gateway hide its own address?)'
          : 'A signed image URL is not absolute';
        const expected = host === undefined ? 'absolute URL' : `absolute URL on ${host}`;
        image.expect(url.absolute && (host === undefined || url.host === host), message, expected);
      }
    },
  }),
  'image.url.path': bodyRule(
    'The path of an image URL is `/api/ekyc/{slug}/result/image/` with the slug of the application',
    { reach: 'submitted', decidedBy: 'address', beyondJsonSchema: true, check: imagesAreOfApplication },
  ),
  'image.url.query': bodyRule('Image URLs carry a signed token `q` and a Unix timestamp `exp`', {
    reach: 'submitted',
    check(body) {
      for (const image of body.at('extra', 'ekyc').kept(imagesOf)) {
        const url = image.parsed(readImageUrl);
        if (url === undefined) continue;
        image.expect(
          url.q !== undefined && url.q !== '' && url.expSeconds !== undefined,
          'A signed image URL lacks `q`, or an `exp` that is an integer',
          'q, not empty, and exp, a Unix timestamp',
        );
      }
    },
  }),
  'image.exp.15-minutes-after-event': bodyRule(
    'Image URLs of a delivery expire 15 minutes after its `event.created_at`',
    {
      supplies: ['submitted-application', 'receiver'],
      beyondJsonSchema: true,
      needs:
        'A submit_form delivery of a form with a document scan and liveness: a receiver, and an operator that submits.',
      check: imagesExpireAfterEvent,
      seenBy: 'delivery',
    },
  ),
  'image.fresh-on-resend': delivery('A resent delivery carries image URLs with a new token and a later expiry', {
    supplies: ['submitted-application', 'receiver'],
  }),
  'image.readable-while-valid': exchange(
    'A signed image URL gives an image to the holder of the token until it expires',
    { reach: 'delivered', decidedBy: 'whole-run', level: 'should' },
  ),
  'image.unreadable-without-signature': authentication.exchange(
    'An image is not readable with an altered `q`, nor without both `q` and the API token',
    { reach: 'delivered' },
  ),
  'image.unreadable-without-token': authentication.exchange(
    'A signed image URL gives no image to a call without the API token',
    { reach: 'delivered' },
  ),
  'image.unreadable-after-exp': operator('An image URL gives no image once it has expired', {
    supplies: ['submitted-application', 'patience'],
    reach: 'timed',
    decidedBy: 'whole-run',
  }),
});
