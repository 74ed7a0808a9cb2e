/**
 * `npm run generate`: writes what is derived from the contracts. `contracts.lock` and `CATALOGUE.md` are committed; `proto/generated` is build output.
 * It refuses a change that is not additive, compared with the lock as it stands, unless `contracts.breaks` names the contract.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocuments } from './build.ts';
import { catalogue } from './catalogue.ts';
import { findBreaks, readAccepted } from './compatibility.ts';
import { readContracts } from './contracts.ts';
import { lock } from './lock.ts';

const proto = join(import.meta.dirname, '..');
const read = (name: string) => (existsSync(join(proto, name)) ? readFileSync(join(proto, name), 'utf8') : '');

const contracts = await readContracts();
const committed = { 'contracts.lock': lock(contracts), 'CATALOGUE.md': catalogue(contracts) };
const accepted = readAccepted(read('contracts.breaks'));
const broken = findBreaks(read('contracts.lock'), committed['contracts.lock']).filter(
  ({ contract }) => !accepted.has(contract),
);
if (broken.length > 0) {
  for (const { change } of broken) process.stderr.write(`not additive: ${change}\n`);
  process.stderr.write(
    'Nothing written. Declare a new version beside the old one. Before 0.1.0 a contract may also break: add to proto/contracts.breaks\n',
  );
  for (const contract of new Set(broken.map(({ contract }) => contract))) process.stderr.write(`${contract}\n`);
  process.exit(1);
}
const changed = Object.entries(committed).filter(([name, content]) => read(name) !== content);
for (const [name, content] of changed) writeFileSync(join(proto, name), content);
const written = [...changed.map(([name]) => name), ...((await buildDocuments()) ? ['generated/'] : [])];
process.stdout.write(
  written.length > 0 ? `${written.map((name) => `wrote proto/${name}`).join('\n')}\n` : 'Everything is current.\n',
);
