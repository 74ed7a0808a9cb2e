/** The house rules, held by the whole tree. Each failure names the rule as a sentence and every place where it is broken. */
import { fileURLToPath } from 'node:url';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { gatewayAsks, services } from '@fairline/proto/services';
import { expect, it } from 'vitest';
import { contractRules } from './tidy/contracts.ts';
import { readTree } from './tidy/files.ts';
import { importRules } from './tidy/imports.ts';
import { packageRules } from './tidy/packages.ts';
import { roomRules } from './tidy/rooms.ts';
import { textRules } from './tidy/texts.ts';

const files = readTree(fileURLToPath(new URL('../', import.meta.url)));

const gateway = { routes: gatewayRoutes, events: {}, answers: {}, asks: gatewayAsks, hears: [] };

it.each([...importRules, ...roomRules, ...contractRules({ ...services, gateway }), ...textRules, ...packageRules])('$name', ({ name, offenders }) => {
  expect(offenders(files), name).toEqual([]);
});
