import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createWebhookHandler, toNodeListener } from '@idvkit/schema/receiver';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import express from 'express';
import { fastify } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';

import { blocksOf } from '../../tools/documents/documented-blocks.ts';

const SECRET = 'whsec_1';
const SUBMISSION = '{"event":{"type":"submit_form"},"application":{"slug":"k3v9","status":"complete"}}';

type Listener = ReturnType<typeof toNodeListener>;

/** The recipes of docs/guides/receiver.md. Each serves `/hook` on any port, and returns its address. */
const recipes: Readonly<Record<string, (listener: Listener) => Promise<string>>> = {
  'node:http': async (listener) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port.
  },
  Express: async (listener) => {
    const app = express();
    app.post('/hook', listener);
    app.use(express.json());
    return recipes['node:http']?.(app as unknown as Listener) ?? '';
  },
  Fastify: async (listener) => {
    const app = fastify();
    onTestFinished(() => app.close());
    app.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      scope.post('/hook', (request, reply) => {
        reply.hijack();
        listener(request.raw, reply.raw);
      });
      done();
    });
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
  NestJS: async (listener) => {
    // oxlint-disable-next-line no-extraneous-class -- a module of NestJS is one
    class AppModule {}
    Module({})(AppModule);
    const app = await NestFactory.create(AppModule, { logger: false });
    onTestFinished(() => app.close());
    app.use('/hook', listener);
    await app.listen(0, '127.0.0.1');
    return app.getUrl();
  },
};

describe.each(Object.entries(recipes))('the recipe for %s', (_, serve) => {
  it('stores a delivery of any size and content type, cut ones too, and checks the secret first', async () => {
    const stored: number[] = [];
    const store = (body: Uint8Array): number => stored.push(body.byteLength);
    const listener = toNodeListener(createWebhookHandler({ secret: SECRET, store, on: {}, onError: () => {} }));
    const url = `${await serve(listener)}/hook`;
    const post = async (body: string, headers: Record<string, string> = {}): Promise<number> => {
      const authorization = `Bearer ${SECRET}`;
      const response = await fetch(url, { method: 'POST', body, headers: { authorization, ...headers } });
      await response.text();
      return response.status;
    };
    const json = { 'content-type': 'application/json' };
    const large = `${SUBMISSION.slice(0, -1)},"extra":{"x":"${'y'.repeat(5_000_000)}"}}`;
    const statuses = [
      await post(SUBMISSION, json),
      await post(SUBMISSION, { 'content-type': 'text/plain' }),
      await post(large, json),
      await post(SUBMISSION.slice(0, 40), json),
      await post('{"event":{"type":"archived"}}', json),
      await post(SUBMISSION, { ...json, authorization: 'Bearer other' }),
    ];
    expect(statuses).toEqual([204, 204, 204, 500, 204, 401]);
    expect(stored).toEqual([SUBMISSION.length, SUBMISSION.length, large.length, 40, 29]);
  });
});

it('is what the guide prints', async () => {
  const guide = await readFile(new URL('../../docs/guides/receiver.md', import.meta.url), 'utf8');
  const printed = blocksOf(guide).find(({ code }) => code.includes('addContentTypeParser'))?.code ?? '';
  const own = (await readFile(new URL(import.meta.url), 'utf8')).split('\n').map((line) => line.trim());
  expect(printed).toContain('NestFactory.create');
  const lines = printed.split('\n').map((line) => line.trim());
  expect(lines.filter((line) => !own.includes(line) && !/^(?:import|const|await|\/\/|$)/.test(line))).toEqual([]);
});
