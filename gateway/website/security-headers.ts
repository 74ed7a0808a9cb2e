/**
 * The security headers of our pages: browsers load only our own files, run no inline script, do not let other sites frame the pages, and frame only blobs.
 * All pages have the same strict policy, including the API documentation.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The hash of the style sheet that sonner inserts when it loads. security-headers.test.ts computes it from the installed package. */
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
  // A payment proof that an operator views: a PDF as a blob, to which this policy also applies.
  frameSrc: ['blob:'],
};

const unused = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'midi',
  'display-capture',
  'browsing-topics',
];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

export function securityHeaders(https: boolean): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, ...(https && { upgradeInsecureRequests: [] }) },
    },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  return (request, response, next) => {
    response.setHeader('permissions-policy', permissionsPolicy);
    headers(request, response, next);
  };
}
