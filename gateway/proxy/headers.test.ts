/** The headers of a caller that reach a service, and the headers of a service that reach the caller. */
import { expect, it } from 'vitest';
import { headersFrom, headersTo } from './headers.ts';

const caller = {
  address: '203.0.113.7',
  identity: 'signed',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const given = {
  host: 'fairline.example',
  accept: 'application/json',
  'content-type': 'application/json',
  'idempotency-key': 'abcdefgh',
  'user-agent': 'a browser',
  authorization: 'Bearer secret',
  cookie: 'fairline_session=secret',
  'x-fairline-identity': 'forged',
  'x-fairline-address': '10.0.0.1',
  'x-fairline-agent': 'forged',
  'x-forwarded-for': '10.0.0.1',
  forwarded: 'for=10.0.0.1',
  'x-real-ip': '10.0.0.1',
  traceparent: 'forged',
  connection: 'keep-alive, x-fairline-identity',
};

it('the gateway alone sets the caller and the address, whatever was sent', () => {
  expect(headersTo('wallet', given, caller)).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'idempotency-key': 'abcdefgh',
    'x-fairline-identity': 'signed',
    'x-fairline-address': '203.0.113.7',
    'x-fairline-agent': 'a browser',
    traceparent: caller.traceparent,
  });
});

it('a visitor has no identity, even if they brought one', () => {
  expect(headersTo('wallet', given, { ...caller, identity: undefined })).not.toHaveProperty('x-fairline-identity');
});

it('passes cookies to auth only', () => {
  expect(headersTo('auth', given, caller).cookie).toBe('fairline_session=secret');
  expect(headersTo('betting', given, caller)).not.toHaveProperty('cookie');
});

it('accepts cookies from auth only', () => {
  const answer = { 'set-cookie': ['a=1', 'b=2'] };
  expect(headersFrom('auth', answer)['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(headersFrom('wallet', answer)).not.toHaveProperty('set-cookie');
});

it('no cache keeps an answer unless the service allows it, and none names the software', () => {
  expect(
    headersFrom('wallet', {
      'content-type': 'application/json',
      'x-powered-by': 'x',
      server: 'x',
      connection: 'close',
      'transfer-encoding': 'chunked',
    }),
  ).toEqual({
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  expect(headersFrom('betting', { 'cache-control': 'public, max-age=5' })['cache-control']).toBe('public, max-age=5');
});
