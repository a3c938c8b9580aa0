import { defineFault, type Fault } from './fault.ts';
import { notRefusing, answering } from './points.ts';

export const signedImageFaults: readonly Fault[] = [
  defineFault({
    rule: 'image.url.absolute-on-service-host',
    title: 'serves images from another host',
    points: { imageUrl: (url) => url.replace(/^https?:\/\/[^/]+/, 'https://images.example') },
  }),
  defineFault({
    rule: 'image.url.path',
    alsoBreaks: ['image.readable-while-valid'],
    title: 'has the path of images without the application',
    points: { imageUrl: (url) => url.replace(/\/api\/ekyc\/[^/]+\//, '/api/ekyc/shared/') },
  }),
  defineFault({
    rule: 'image.url.query',
    title: 'writes exp as a date',
    points: {
      imageUrl: (url) => url.replace(/exp=(\d+)/, (_, exp) => `exp=${new Date(Number(exp) * 1_000).toISOString()}`),
    },
  }),
  defineFault({
    rule: 'image.exp.15-minutes-after-event',
    title: 'lets image URLs live for an hour',
    points: { imageLifetimeSeconds: () => 3_600 },
  }),
  defineFault({
    rule: 'image.exp.15-minutes-after-event',
    variant: 'off-by-a-minute',
    title: 'lets image URLs live a minute less than it should',
    points: { imageLifetimeSeconds: (seconds) => seconds - 60 },
  }),
  defineFault({
    rule: 'image.fresh-on-resend',
    alsoBreaks: ['image.exp.15-minutes-after-event'],
    title: 'repeats the image URLs of the first delivery in a resend',
    points: () => {
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
  }),
  defineFault({
    rule: 'image.readable-while-valid',
    title: 'answers images with 404',
    points: answering('image', () => ({ status: 404, headers: {} })),
  }),
  defineFault({
    rule: 'image.unreadable-without-signature',
    title: 'does not look at q',
    points: notRefusing(({ condition }, { endpoint }) => endpoint === 'image' && condition !== 'image-expired'),
  }),
  defineFault({
    rule: 'image.unreadable-after-exp',
    title: 'does not look at exp',
    points: notRefusing(({ condition }) => condition === 'image-expired'),
  }),
];
