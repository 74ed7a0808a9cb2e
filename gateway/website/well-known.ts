/** Serves the fixed addresses that browsers, crawlers and security researchers look for: the password page, the rules of indexing, and the security contact. */
import { common, Refusal } from '@fairline/proto/contract';
import { type RequestHandler, Router } from 'express';

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year. */
const securityTextDays = 180;

/** Pages behind a sign-in, and the interface: nothing there is of use in an index. */
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
  // https://w3c.github.io/webappsec-change-password-url/: where password managers send their users.
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
  // No page of the app: password managers take the first address at its word only where another one here is not found.
  router.use('/.well-known', () => {
    throw new Refusal(common.notFound);
  });
  return router;
}
