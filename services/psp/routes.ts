/** HTTP: the provider's API for callers with the key, and the hosted page for the payer. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Call, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { Refusal, type RouteType } from '@fairline/proto/contract';
import { pspRefusals, pspRoutes } from '@fairline/proto/psp';
import { cardFaults } from './behaviour.ts';
import {
  cancelByPayer,
  cancelPayment,
  createPayment,
  createPayout,
  pageOf,
  payByCard,
  paymentOf,
  payoutOf,
} from './commands.ts';
import type { Psp } from './config.ts';
import { cardPage, notFoundPage, pagePolicy, style } from './page.ts';
import { screen } from './screening.ts';

export function routesOf(psp: Psp): Handler[] {
  const withApiKey = <R extends RouteType>(call: Call<R>): Call<R> => {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    if (!timingSafeEqual(digest(call.header('authorization')), digest(`Bearer ${psp.apiKey}`)))
      throw new Refusal(pspRefusals.unauthorized);
    return call;
  };
  return [
    handle(pspRoutes.createPayment, async (call) => createPayment(psp, withApiKey(call).body)),
    handle(pspRoutes.payment, async (call) => paymentOf(psp, withApiKey(call).params.id)),
    handle(pspRoutes.cancelPayment, async (call) => cancelPayment(psp, withApiKey(call).params.id)),
    handle(pspRoutes.createPayout, async (call) => createPayout(psp, withApiKey(call).body)),
    handle(pspRoutes.payout, async (call) => payoutOf(psp, withApiKey(call).params.id)),
    handle(pspRoutes.screen, async ({ body }) => {
      // Outside demo mode nobody may be cleared by a list of invented names.
      if (!psp.isDemo) throw new Refusal(pspRefusals.notFound);
      return { results: screen(body) };
    }),
    handle(pspRoutes.page, async ({ params }) => {
      const row = await pageOf(psp, params.id).catch(ignoreRefusal);
      if (!row) return page(404, notFoundPage(), '');
      return row.status === 'requires_action' ? page(200, cardPage(row, {}, {}), row.returnUrl) : back(row.returnUrl);
    }),
    handle(pspRoutes.pay, async ({ params, bytes }) => {
      const typed = new URLSearchParams(Buffer.from(bytes).toString('utf8'));
      const row = await pageOf(psp, params.id).catch(ignoreRefusal);
      if (!row) return page(404, notFoundPage(), '');
      if (typed.get('do') === 'cancel') return back((await cancelByPayer(psp, params.id)).returnUrl);
      const card = {
        number: typed.get('number') ?? '',
        expiry: typed.get('expiry') ?? '',
        code: typed.get('code') ?? '',
      };
      const faults = cardFaults(card, psp.clock.now());
      if (row.status === 'requires_action' && Object.keys(faults).length > 0)
        return page(422, cardPage(row, faults, card), row.returnUrl);
      return back((await payByCard(psp, params.id, card)).returnUrl);
    }),
  ];
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

const styleHash = createHash('sha256').update(style).digest('base64');

function page(status: number, html: string, returnUrl: string): Reply {
  const policy = pagePolicy.replace('STYLE', styleHash).replace('RETURN', returnUrl && new URL(returnUrl).origin);
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return new Reply({ status, body: new TextEncoder().encode(html), headers });
}

function back(url: string): Reply {
  return new Reply({ status: 303, headers: { location: url, 'cache-control': 'no-store' } });
}
