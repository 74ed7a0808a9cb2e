/** The gateway's own routes, its configuration, and its stop. */
import { eventually } from '@fairline/chassis/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from './main.ts';
import { openPair, type Pair, replyEmpty, withToken } from './testing.ts';

let pair: Pair;

beforeAll(async () => {
  pair = await openPair();
});

afterAll(() => pair.close());

beforeEach(() => pair.reset());

describe('its own pages', () => {
  it('report that it runs and that it is ready', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(pair.at(path))).status).toBe(200);
    const metrics = await fetch(`${pair.gateways[0].internalUrl}/metrics`);
    expect(await metrics.text()).toContain('fairline_streams_open');
    expect((await fetch(pair.at('/metrics'))).status).toBe(404);
  });

  it('describe the interface', async () => {
    const document = (await (await fetch(pair.at('/api/openapi.json'))).json()) as {
      openapi: string;
      paths: Record<string, unknown>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining(['/api/stream', '/api/betting/bets', '/api/wallet']),
    );
    const page = await fetch(pair.at('/api/docs'));
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(html).not.toMatch(/<script>|<style|https?:/);
    for (const [, src] of html.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)) {
      const file = await fetch(pair.at(src ?? ''));
      expect(file.status, src).toBe(200);
      expect((await file.text()).length, src).toBeGreaterThan(50);
    }
  });

  it('show the state of the platform to those who may see it', async () => {
    expect(
      (
        await fetch(pair.at('/api/admin/system/health'), {
          headers: withToken(await pair.grounds.operatorToken('support')),
        })
      ).status,
    ).toBe(403);
    const response = await fetch(pair.at('/api/admin/system/health'), {
      headers: withToken(await pair.grounds.operatorToken('auditor')),
    });
    expect(response.status).toBe(200);
    const health = (await response.json()) as {
      state: string;
      parts: { name: string; state: string; latencyMs: number | null }[];
    };
    const stateOf = (name: string) => health.parts.find((part) => part.name === name);
    // The server in place of the services has no internal port.
    expect(health.state).toBe('degraded');
    expect(stateOf('wallet')).toMatchObject({ state: 'down', latencyMs: null });
    expect(stateOf('redis')).toMatchObject({ state: 'up', latencyMs: expect.any(Number) });
    expect(stateOf('nats')).toMatchObject({ state: 'up' });
  });
});

it('a demo beyond this machine must be wanted', async () => {
  await expect(start({ ...pair.grounds.env, HTTP_HOST: '0.0.0.0' })).rejects.toThrow('FAIRLINE_DEMO_PUBLIC=1');
});

it('every fault of the configuration is named at once', async () => {
  await expect(
    start({ ...pair.grounds.env, IDENTITY_PRIVATE_KEY: pair.grounds.env.SESSION_PUBLIC_KEY, WALLET_URL: 'nowhere' }),
  ).rejects.toThrow(/WALLET_URL[\s\S]*IDENTITY_PRIVATE_KEY: must be a private key/);
});

it('stops after answering the requests it has accepted', async () => {
  const leaving = await start(pair.grounds.env);
  let answer: (() => void) | undefined;
  pair.outside.reply = (received, response) => {
    answer = () => replyEmpty(received, response);
  };
  const waiting = fetch(`${leaving.httpUrl}/api/betting/sports`);
  await eventually(() => answer !== undefined);
  const stopped = leaving.stop();
  answer?.();
  expect((await waiting).status).toBe(200);
  await stopped;
  await expect(fetch(`${leaving.httpUrl}/healthz`)).rejects.toThrow();
});
