import { CliError, type Io } from '@idvkit/cli-kit';

import { gather } from '../../input/gather.ts';
import { inputUnreadable } from '../../input/input-error.ts';
import { openUrl } from '../../input/open-url.ts';

/** An object of a listing. */
export interface S3Object {
  /** `s3://bucket/key`. */
  readonly location: string;
  readonly bytes: number;
  readonly etag: string;
}

interface S3Access {
  readonly urlOf: (location: string) => string;
  readonly send: (url: URL, init: RequestInit) => Promise<Response>;
}

/** Requests of a listing or an object are repeated so often if the server is busy. */
const MAX_RETRIES = 3;

/**
 * Returns how to reach an S3-compatible storage, from the variables that all its tools use: `AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` and `AWS_ENDPOINT_URL_S3`.
 *
 * @throws {CliError} `s3-unusable` if a variable or the package `aws4fetch` is missing.
 */
export async function s3Access(env: Io['env']): Promise<S3Access> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey)
    throw unusable('no credentials are set', 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const { AwsClient } = await import('aws4fetch').catch((cause: unknown) => {
    throw unusable('the package aws4fetch is not installed', 'Run "npm install aws4fetch".', cause);
  });
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1';
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  const sessionToken = env['AWS_SESSION_TOKEN'];
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    service: 's3',
    region,
    retries: MAX_RETRIES,
  });
  return {
    urlOf: (location) => {
      const { bucket, key } = parseLocation(location);
      const path = key.split('/').map(encodeURIComponent).join('/');
      return endpoint
        ? `${endpoint.replace(/\/$/, '')}/${bucket}/${path}`
        : `https://${bucket}.s3.${region}.amazonaws.com/${path}`;
    },
    send: (url, init) => client.fetch(url, init),
  };
}

/** Lists the objects whose keys begin like a location, in the order of their keys. */
export async function* listObjects(
  location: string,
  { env, signal }: Pick<Io, 'env' | 'signal'>,
): AsyncGenerator<S3Object> {
  const { urlOf, send } = await s3Access(env);
  const { bucket, key } = parseLocation(location);
  let continued: string | undefined;
  do {
    const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix: key });
    if (continued !== undefined) query.set('continuation-token', continued);
    const { stream } = await openUrl(`${urlOf(`s3://${bucket}/`)}?${query.toString()}`, {
      name: location,
      signal,
      send,
    });
    const xml = Buffer.concat(await gather(stream)).toString();
    if (!xml.includes('<ListBucketResult')) throw inputUnreadable(location, 'the server does not send a listing of S3');
    for (const [, object = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const name = decodeURIComponent(textIn(object, 'Key').replaceAll('+', ' '));
      // Consoles keep a folder as an empty object.
      if (name.endsWith('/')) continue;
      yield {
        location: `s3://${bucket}/${name}`,
        bytes: Number(textIn(object, 'Size')),
        etag: textIn(object, 'ETag'),
      };
    }
    continued = textIn(xml, 'NextContinuationToken') || undefined;
  } while (continued !== undefined);
}

/** Returns the text of the first element of that name. Keys come URL-encoded; of entities there are only those of XML. */
function textIn(xml: string, element: string): string {
  const [, text = ''] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? [];
  return text
    .replaceAll(/&(?:quot|#34|#x22);/g, '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function parseLocation(location: string): { readonly bucket: string; readonly key: string } {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(location) ?? [];
  if (bucket === '') throw unusable(`"${location}" names no bucket`, 'Write it as s3://bucket/prefix.');
  return { bucket, key };
}

function unusable(state: string, fix: string, cause?: unknown): CliError {
  return new CliError({ code: 's3-unusable', message: `Cannot read from S3: ${state}.`, fix, cause });
}
