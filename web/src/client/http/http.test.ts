/** Building a URL, and the error for a failed response. */
import { common, Refusal, refusal } from '@fairline/proto/contract';
import { describe, expect, it } from 'vitest';
import { address, Fault, isUndecided, refusalOf } from './http.ts';
import { createIntent } from './intent.ts';

describe('a URL', () => {
  it.each([
    ['/api/betting/fixtures', {}, {}, '/api/betting/fixtures'],
    ['/api/betting/fixtures/:id', { id: 'a/b' }, {}, '/api/betting/fixtures/a%2Fb'],
    ['/api/x', {}, { q: 'a & b', sort: undefined, cursor: '' }, '/api/x?q=a+%26+b'],
  ])('builds %s with %j and %j as %s', (path, params, query, expected) => {
    expect(address(path, params, query)).toBe(expected);
  });
});

describe('a failed response', () => {
  const answer = (body: string, status: number) => new Response(body, { status });

  it('with a problem of the contract becomes its refusal, with message and fields', async () => {
    const problem = new Refusal(
      refusal('limit_exceeded', 422, 'At most {max}'),
      { max: '10.00 USD' },
      { amountMinor: 'too much' },
    ).problem();
    const error = await refusalOf(answer(JSON.stringify(problem), 422));
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({
      code: 'limit_exceeded',
      status: 422,
      message: 'At most 10.00 USD',
      errors: { amountMinor: 'too much' },
    });
  });

  it('with a fault of the server keeps its trace id', async () => {
    const error = await refusalOf(answer(JSON.stringify(new Refusal(common.fault).problem('trace-1')), 500));
    expect(error).toBeInstanceOf(Fault);
    expect(error).toMatchObject({ kind: 'server', traceId: 'trace-1' });
  });

  it.each([['<html>Bad gateway</html>'], [''], ['{"error":"no problem of ours"}']])(
    'with the body %s is a fault',
    async (body) => {
      expect(await refusalOf(answer(body, 502))).toMatchObject({ name: 'Fault', kind: 'server' });
    },
  );
});

describe('an attempt', () => {
  it.each([
    [new Fault('offline'), true],
    [new Fault('timeout'), true],
    [new Fault('server'), true],
    [new Refusal(common.busy), true],
    [new Refusal(common.rateLimited), true],
    [new Refusal(common.invalidRequest), false],
    [new Refusal(refusal('price_changed', 409, 'The odds have changed')), false],
    [new TypeError('a bug'), true],
  ])('that ended in %s is undecided: %s', (error, undecided) => {
    expect(isUndecided(error)).toBe(undecided);
  });

  it('keeps its key while undecided, and drops it with an outcome or another request', () => {
    let count = 0;
    const intent = createIntent(() => `key-${++count}`);
    expect(intent.keyFor({ amount: 1 })).toBe('key-1');
    intent.settle(new Fault('timeout'));
    expect(intent.keyFor({ amount: 1 })).toBe('key-1');
    expect(intent.keyFor({ amount: 2 })).toBe('key-2');
    intent.settle(new Refusal(common.notFound));
    expect(intent.keyFor({ amount: 2 })).toBe('key-3');
    intent.settle();
    expect(intent.keyFor({ amount: 2 })).toBe('key-4');
  });
});
