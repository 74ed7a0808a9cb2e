/** Changes of a contract that are additions, and those that break its users. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { event, type RefusalType, type RouteType, refusal, request, route } from '../contract.ts';
import { findBreaks, readAccepted } from './compatibility.ts';
import { lock } from './lock.ts';

const before = {
  id: z.uuid(),
  amountMinor: z.int(),
  status: z.enum(['a', 'b']),
  legs: z.array(z.object({ odds: z.int() })),
  note: z.string().optional(),
};
const { note: _note, ...withoutNote } = before;

interface Declared {
  shape?: z.ZodType;
  input?: z.ZodType;
  output?: z.ZodType;
  reply?: z.ZodType;
  access?: RouteType['access'];
  refusal?: RefusalType;
  version?: number;
}

/** The lock of a platform with one service: an event, a request, a route and a refusal. */
function lockOf({ shape = z.object(before), input = shape, output = shape, reply = shape, ...rest }: Declared): string {
  const service = {
    ...{ name: 'till', port: 1, stores: [], callers: [], requests: [], consumes: [] },
    publishes: { paid: event('till', 'Paid', { summary: '', data: shape, version: rest.version ?? 1 }) },
    serves: { pay: request('till', 'pay', { summary: '', input, output }) },
    routes: { pay: route('POST /api/till/pay', { summary: '', access: rest.access ?? 'player', body: input, reply }) },
  };
  const refused = rest.refusal ?? refusal('till_empty', 409, 'The till is empty');
  return lock({ services: [service], named: {}, refusals: [{ ...refused, owner: 'tillRefusals' }] });
}

const breaks = (now: Declared) => findBreaks(lockOf({}), lockOf(now)).map(({ change }) => change);
const withMore = z.object({ ...before, more: z.string() });

describe('an addition is', () => {
  it.each<[string, Declared]>([
    ['no change', {}],
    ['an optional field', { shape: z.object({ ...before, more: z.string().optional() }) }],
    ['an optional object with required fields', { shape: z.object({ ...before, more: withMore.optional() }) }],
    ['another description', { shape: z.object({ ...before, amountMinor: z.int().meta({ description: 'minor' }) }) }],
    ['a required field of an HTTP reply', { reply: withMore }],
    ['another text of a refusal', { refusal: refusal('till_empty', 409, 'Nothing is left') }],
  ])('%s', (_, now) => {
    expect(breaks(now)).toEqual([]);
  });

  it('a contract that is new', () => {
    const [lines, paid] = [lockOf({}).split('\n'), lockOf({ version: 2 }).split('\n')];
    expect(findBreaks(lines.join('\n'), [...new Set([...lines, ...paid])].join('\n'))).toEqual([]);
  });
});

describe('a break is', () => {
  it.each<[string, Declared, string]>([
    ['a removed field', { shape: z.object(withoutNote) }, 'event till.Paid v1 data.note was removed'],
    ['a required field of an event', { shape: withMore }, 'event till.Paid v1 data.more was added as required'],
    ['a required field of a request', { input: withMore }, 'request till.pay input.more was added as required'],
    ['a required field of its output', { output: withMore }, 'request till.pay output.more was added as required'],
    ['a required field of a body', { input: withMore }, 'route POST /api/till/pay body.more was added as required'],
    [
      'a field that became required',
      { input: z.object({ ...before, note: z.string() }) },
      'request till.pay input.note was optional string, is string',
    ],
    [
      'a field that may now be absent',
      { reply: z.object({ ...before, id: z.uuid().optional() }) },
      'route POST /api/till/pay reply.id was string(uuid), is optional string(uuid)',
    ],
    [
      'another type',
      { reply: z.object({ ...before, amountMinor: z.string() }) },
      'route POST /api/till/pay reply.amountMinor was integer, is string',
    ],
    [
      'a narrower range',
      { input: z.object({ ...before, amountMinor: z.int().min(1) }) },
      'request till.pay input.amountMinor was integer, is integer min=1',
    ],
    [
      'a new value of an enumeration',
      { output: z.object({ ...before, status: z.enum(['a', 'b', 'c']) }) },
      'request till.pay output.status was string a|b, is string a|b|c',
    ],
    [
      'a change in a nested object',
      { output: z.object({ ...before, legs: z.array(z.object({ odds: z.string() })) }) },
      'request till.pay output.legs[].odds was integer, is string',
    ],
    [
      'a value that may now be null',
      { output: z.object({ ...before, id: z.uuid().nullable() }) },
      'request till.pay output.id was string(uuid), is string(uuid) or null',
    ],
    [
      'a strict shape that was not strict',
      { input: z.strictObject(before) },
      'request till.pay input was object, is object strict',
    ],
    [
      'another access to a route',
      { access: 'open' },
      'route POST /api/till/pay http was status=200 access=player, is status=200 access=anyone',
    ],
    [
      'another status of a refusal',
      { refusal: refusal('till_empty', 422, '') },
      'refusal till till_empty 409 was removed',
    ],
    ['a contract that is gone', { version: 2 }, 'event till.Paid v1 data was removed'],
  ])('%s', (_, now, change) => {
    expect(breaks(now)).toContain(change);
  });
});

it('names the contract of a break as contracts.breaks lists it', () => {
  const [broken] = findBreaks(lockOf({}), lockOf({ access: 'open' }));
  expect(readAccepted('# Until the next release\n\nroute POST /api/till/pay\n')).toContain(broken?.contract);
});
