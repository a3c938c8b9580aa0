import { BEST_FRAME, edit } from './change.ts';
import { breaks, type Example } from './example.ts';

export const signedImageExamples: readonly Example[] = [
  breaks('image.url.absolute-on-service-host', 'another host', edit(BEST_FRAME, 'service.example', 'cdn.example')),
  breaks('image.url.absolute-on-service-host', 'relative', edit(BEST_FRAME, 'https://service.example', '')),
  breaks('image.url.path', "another application's slug", edit(BEST_FRAME, 'b7c1f0a2d94e', 'other')),
  breaks('image.url.path', 'no slash at its end', edit(BEST_FRAME, 'image/?', 'image?')),
  breaks('image.url.query', 'no q', edit(BEST_FRAME, 'q=best&', '')),
  breaks('image.url.query', 'exp that is no integer', edit(BEST_FRAME, 'exp=', 'exp=x')),
  breaks('image.exp.15-minutes-after-event', '61 s late', edit(BEST_FRAME, /exp=\d+/, 'exp=1767583861')),
  breaks('image.exp.15-minutes-after-event', 'milliseconds', edit(BEST_FRAME, /exp=(\d+)/, 'exp=$1000')),
];
