import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Removes all that a test left on a server: keys of a prefix, or a schema. */
export async function removeNamespace(url: string, namespace: string): Promise<void> {
  if (url.startsWith('redis')) {
    const client = new Redis(url);
    const keys = await client.keys(`${namespace}:*`);
    if (keys.length > 0) await client.del(keys);
    client.disconnect();
    return;
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`set client_min_messages = error; drop schema if exists "${namespace}" cascade`);
  await client.end();
}
