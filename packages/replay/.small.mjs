import { Agent, request } from 'undici';
const [url, count] = [process.argv[2], Number(process.argv[3])];
const agent = new Agent({ connections: 64 });
let next = 0;
const began = performance.now();
await Promise.all(
  Array.from({ length: 64 }, async () => {
    while (next < count) {
      next += 1;
      const body = JSON.stringify({ event: { type: 'submit_form', nounce: next }, filler: 'x'.repeat(3000) });
      const a = await request(url, { method: 'POST', body, dispatcher: agent });
      await a.body.dump();
    }
  }),
);
console.log(Math.round((count / (performance.now() - began)) * 1000) + '/s');
await agent.destroy();
