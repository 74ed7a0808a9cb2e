/**
 * The policy of our pages for browsers: load only our own files, run no inline script, refuse to be framed, and frame nothing that has an address.
 * One strict policy for all, the page of the interface included.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The style sheet that sonner inserts when it is loaded; policy.test.ts computes it from the installed package. */
export const sonnerStyleHash = 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=';

const directives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", `'${sonnerStyleHash}'`],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  // A proof that an operator looks at: a PDF from memory, which keeps this policy.
  frameSrc: ['blob:'],
};

const unused = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi', 'display-capture', 'browsing-topics'];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

export function securityHeaders(https: boolean): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...directives, ...(https && { upgradeInsecureRequests: [] }) } },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  return (request, response, next) => {
    response.setHeader('permissions-policy', permissionsPolicy);
    headers(request, response, next);
  };
}
