/** Serves the fixed paths that password managers, crawlers and security researchers look for: change-password, robots.txt and security.txt. */

import { common, Refusal } from '@fairline/proto/contract';
import { dayMs } from '@fairline/proto/time';
import { type RequestHandler, Router } from 'express';

/** RFC 9116 recommends less than a year. */
const securityTextDays = 180;

/** Excludes pages behind a sign-in and the API, which are of no use in a search index. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /admin/
Disallow: /account
Disallow: /wallet
Disallow: /dashboard
`;

interface Settings {
  readonly publicUrl: string;
  /** A mailto: or https: address; without one there is no security.txt. */
  readonly securityContact: string | undefined;
}

export function wellKnown({ publicUrl, securityContact }: Settings): RequestHandler {
  const router = Router();
  // Password managers send their users here: https://w3c.github.io/webappsec-change-password-url/.
  router.get('/.well-known/change-password', (_request, response) => {
    response.setHeader('cache-control', 'no-store');
    response.redirect(302, '/account?tab=security');
  });
  router.get('/robots.txt', (_request, response) => {
    response.type('text/plain').send(robots);
  });
  if (securityContact) {
    router.get('/.well-known/security.txt', (_request, response) => {
      const today = Math.floor(Date.now() / dayMs) * dayMs;
      const expires = new Date(today + securityTextDays * dayMs).toISOString();
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en, es',
        `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
      ];
      response.setHeader('cache-control', 'public, max-age=86400');
      response.type('text/plain').send(`${lines.join('\n')}\n`);
    });
  }
  // Any other path here is not found instead of a page of the app: password managers trust change-password only if an unknown path returns 404.
  router.use('/.well-known', () => {
    throw new Refusal(common.notFound);
  });
  return router;
}
