/** Checks the house rules on the whole repository. Each failure names the rule and every place that breaks it. */
import { fileURLToPath } from 'node:url';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { gatewayRequests, services } from '@fairline/proto/services';
import { expect, it } from 'vitest';
import { contractRules } from './tidy/contracts.ts';
import { importRules, readFiles } from './tidy/imports.ts';
import { layoutRules } from './tidy/layout.ts';
import { nameRules } from './tidy/names.ts';
import { packageRules } from './tidy/packages.ts';
import { serviceRules } from './tidy/services.ts';
import { textRules } from './tidy/texts.ts';

const files = await readFiles(fileURLToPath(new URL('../', import.meta.url)), ['proto', 'gateway', 'services', 'web', 'deploy', 'vitest.config.ts']);

const gateway = { routes: gatewayRoutes, publishes: {}, serves: {}, requests: gatewayRequests, consumes: [] };
const rules = [...importRules, ...layoutRules(), ...serviceRules, ...contractRules({ ...services, gateway }), ...nameRules, ...textRules, ...packageRules];

it('reads the imports of the tree', () => {
  expect(files.flatMap(({ imports }) => imports.filter(({ to }) => to)).length).toBeGreaterThan(1_000);
});

it.each(rules)('$name', ({ name, offenders }) => {
  expect(offenders(files), name).toEqual([]);
});
