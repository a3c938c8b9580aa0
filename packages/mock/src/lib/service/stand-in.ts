import type { HostedForm } from './hosted-form.ts';

export const standInForm: HostedForm = ({ start }) => {
  start();
  return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
};
