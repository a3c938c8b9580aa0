/** Kills `idvkit send` many times over and tells what came of it. Usage: `node --conditions=@idvkit/source scripts/crash-send.ts [kills]`. */
import { SEED, seededRandom } from '../../../tools/sample.ts';
import { crashSend } from '../test/crash-send.ts';

const kills = Number(process.argv[2] ?? 500);
const result = await crashSend({ kills, captures: 400, random: seededRandom(SEED) });
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exitCode = result.wronglySent === 0 && result.lost === 0 && result.exitCode === 0 ? 0 : 1;
