// JSON.parse of each line.
import { readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
let documents = 0;
for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '' && JSON.parse(line) !== null) documents += 1;
process.stdout.write(`${documents}\n`);
