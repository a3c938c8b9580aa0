import { defineRules } from './rule-entry.ts';

export const signedImageRules = defineRules({
  'image.url.absolute-on-service-host': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'Image URLs are absolute and on the host of the service',
  },
  'image.url.path': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'The path of an image URL is `/api/ekyc/{slug}/result/image/` with the slug of the application',
  },
  'image.url.query': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'Image URLs carry a signed token `q` and a Unix timestamp `exp`',
  },
  'image.exp.15-minutes-after-event': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'Image URLs of a delivery expire 15 minutes after its `event.created_at`',
  },
  'image.fresh-on-resend': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'A resent delivery carries image URLs with a new token and a later expiry',
  },
  'image.readable-while-valid': {
    section: 'Signed image URL',
    level: 'should',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A signed image URL gives an image to the holder of the token until it expires',
  },
  'image.unreadable-without-signature': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'An image is not readable with neither API token nor intact signature',
  },
  'image.unreadable-after-exp': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'An image URL gives no image once it has expired',
  },
});
