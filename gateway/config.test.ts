/** The addresses that the gateway may listen on: settings that would expose passwords or cookies to a network must be allowed explicitly. */
import { expect, it } from 'vitest';
import { readGatewayConfig } from './config.ts';

const jwk = (parts: object) =>
  Buffer.from(
    JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', ...parts }),
  ).toString('base64url');
const env = {
  NATS_URL: 'nats://127.0.0.1:4222',
  NATS_USER: 'gateway',
  NATS_PASSWORD: 'x',
  REDIS_URL: 'redis://127.0.0.1:6379',
  IDENTITY_PRIVATE_KEY: jwk({ d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' }),
  SESSION_PUBLIC_KEY: jwk({}),
};

it.each([
  ['plain http on loopback', { HTTP_HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }, true],
  ['https behind a proxy', { HTTP_HOST: '0.0.0.0', PUBLIC_URL: 'https://example.com' }, true],
  ['plain http beyond loopback', { HTTP_HOST: '0.0.0.0', PUBLIC_URL: 'http://example.com' }, false],
  [
    'plain http beyond loopback, wanted',
    { HTTP_HOST: '0.0.0.0', PUBLIC_URL: 'http://example.com', ALLOW_HTTP: '1' },
    true,
  ],
  ['demo mode beyond loopback', { HTTP_HOST: '0.0.0.0', PUBLIC_URL: 'https://example.com', FAIRLINE_DEMO: '1' }, false],
  [
    'demo mode beyond loopback, wanted',
    { HTTP_HOST: '0.0.0.0', PUBLIC_URL: 'http://example.com', FAIRLINE_DEMO: '1', FAIRLINE_DEMO_PUBLIC: '1' },
    true,
  ],
])('%s', (_, changes, accepted) => {
  const read = () => readGatewayConfig({ ...env, ...changes });
  if (accepted) expect(read).not.toThrow();
  else expect(read).toThrow(/if you mean it/);
});
