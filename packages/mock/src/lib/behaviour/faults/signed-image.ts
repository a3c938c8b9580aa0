import { createHmac } from 'node:crypto';

import type { FaultTable } from './fault.ts';
import { answering, notRefusing } from './overrides.ts';

export const signedImageFaults = {
  'image.url.absolute-on-service-host': {
    title: 'serves images from another host',
    overrides: { imageUrl: (url) => url.replace(/^https?:\/\/[^/]+/, 'https://images.example') },
  },
  'image.url.path': {
    alsoBreaks: ['image.readable-while-valid'],
    title: 'has the path of images without the application',
    overrides: { imageUrl: (url) => url.replace(/\/api\/ekyc\/[^/]+\//, '/api/ekyc/shared/') },
  },
  'image.url.query': {
    title: 'writes exp as a date',
    overrides: {
      imageUrl: (url) => url.replace(/exp=(\d+)/, (_, exp) => `exp=${new Date(Number(exp) * 1_000).toISOString()}`),
    },
  },
  'image.exp.15-minutes-after-event': [
    { title: 'lets image URLs live for an hour', overrides: { imageLifetimeSeconds: () => 3_600 } },
    {
      variant: 'off-by-a-minute',
      title: 'lets image URLs live a minute less than it should',
      overrides: { imageLifetimeSeconds: (seconds) => seconds - 60 },
    },
  ],
  'image.fresh-on-resend': {
    alsoBreaks: ['image.exp.15-minutes-after-event'],
    title: 'repeats the image URLs of the first delivery in a resend',
    overrides: () => {
      const first = new Map<string, string>();
      return {
        imageUrl: (url, { application, image, trigger }) => {
          if (trigger === undefined) return url;
          const key = [application.slug, image.kind, image.attempt, image.frame].join('/');
          if (trigger === 'resend') return first.get(key) ?? url;
          first.set(key, url);
          return url;
        },
      };
    },
  },
  'image.readable-while-valid': {
    title: 'answers images with 404',
    overrides: answering({ condition: 'image' }, () => ({ status: 404, headers: {} })),
  },
  'image.unreadable-without-signature': [
    {
      alsoBreaks: ['image.unreadable-without-token', 'image.unreadable-after-exp'],
      title: 'does not look at q',
      overrides: notRefusing(({ condition, endpoint }) => endpoint === 'image' && condition !== 'image-expired'),
    },
    {
      variant: 'with-token',
      alsoBreaks: ['image.unreadable-after-exp'],
      title: 'does not look at q if the token is right',
      overrides: notRefusing({ condition: 'bad-signature', credential: 'valid' }),
    },
  ],
  'image.unreadable-without-token': [
    {
      title: 'gives images to anyone with a signed URL',
      overrides: notRefusing(
        ({ condition, endpoint }) =>
          endpoint === 'image' && (condition === 'no-credential' || condition === 'bad-credential'),
      ),
    },
    {
      variant: 'any-token',
      title: 'gives images to calls with any token',
      overrides: notRefusing({ condition: 'bad-credential', endpoint: 'image' }),
    },
  ],
  'image.unreadable-after-exp': [
    {
      title: 'does not look at exp',
      overrides: notRefusing({ condition: 'image-expired' }),
    },
    {
      variant: 'unsigned-exp',
      title: 'takes exp from the URL, where anyone can change it',
      overrides: {
        imageSignature: (_, { slug, image, salt, signingKey }) =>
          createHmac('sha256', signingKey)
            .update([slug, image.kind, image.attempt, image.frame, salt].join('/'))
            .digest('base64url'),
      },
    },
  ],
} satisfies FaultTable;
