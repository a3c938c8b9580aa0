import { defineRules } from './rule-entry.ts';

export const signedImageRules = defineRules({
  'image.url.absolute-on-service-host': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'absolute, the host of the service',
  },
  'image.url.path': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: "`/api/ekyc/{slug}/result/image/` with the application's own slug",
  },
  'image.url.query': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`q` not empty and `exp` an integer Unix timestamp',
  },
  'image.exp.15-minutes-after-event': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'exp = event.created_at + 900 s (one second of rounding either way)',
  },
  'image.fresh-on-resend': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'a resend carries other `q` and later `exp`',
  },
  'image.readable-while-valid': {
    section: 'Signed image URL',
    level: 'should',
    binds: 'service',
    seenBy: 'exchange',
    title: 'GET with the token answers an image before exp',
  },
  'image.unreadable-without-signature': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'no image without `q`, or with `q` altered, and no token',
  },
  'image.unreadable-after-exp': {
    section: 'Signed image URL',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'no image once exp has passed',
  },
});
