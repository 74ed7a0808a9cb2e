/** The environment of the gateway: its keys, the URLs of the services, trusted proxies, and the folder of the built web app. */
import { type BaseConfig, type Env, flag, jwk, optionalText, readConfig } from '@fairline/chassis/process/config';
import { gatewayPort, type PlatformServiceName, platformServiceNames, processes } from '@fairline/proto/processes';
import { z } from 'zod';

const serviceUrls = Object.fromEntries(
  platformServiceNames.map((service) => [
    `${service.toUpperCase()}_URL`,
    z.url({ protocol: /^https?$/ }).default(`http://127.0.0.1:${processes[service].port}`),
  ]),
);

const gatewayConfig = {
  ...(serviceUrls as Record<`${Uppercase<PlatformServiceName>}_URL`, z.ZodDefault<z.ZodURL>>),
  /** Absent if the simulated feed does not run; its health is then not shown. */
  FEED_URL: z.url({ protocol: /^https?$/ }).optional(),
  IDENTITY_PRIVATE_KEY: jwk.refine((key) => key?.d !== undefined, 'must be a private key'),
  SESSION_PUBLIC_KEY: jwk,
  REDIS_URL: z.string(),
  /** Addresses and networks, separated by commas, whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  /** The contact for vulnerability reports, published in security.txt. */
  SECURITY_CONTACT: optionalText(z.string().regex(/^(mailto:|https:\/\/)\S+$/, 'must be a mailto: or https: address')),
  WEB_DIST: z.string().default(new URL('../web/dist', import.meta.url).pathname),
  /** Allows demo mode beyond loopback, although its accounts have public passwords. */
  FAIRLINE_DEMO_PUBLIC: flag,
  /** Allows HTTP beyond loopback, although refresh cookies are then sent unencrypted. */
  ALLOW_HTTP: flag,
};

export type GatewayConfig = BaseConfig & z.output<z.ZodObject<typeof gatewayConfig>>;

export function readGatewayConfig(env: Env): GatewayConfig {
  const config = readConfig('gateway', env, gatewayConfig, gatewayPort);
  if (config.FAIRLINE_DEMO && !config.FAIRLINE_DEMO_PUBLIC && !isLoopback(config.HTTP_HOST)) {
    throw new Error(
      `Demo mode has public passwords and does not listen on ${config.HTTP_HOST}: set FAIRLINE_DEMO_PUBLIC=1 if you mean it`,
    );
  }
  if (
    !config.FAIRLINE_DEMO &&
    !config.ALLOW_HTTP &&
    !isLoopback(config.HTTP_HOST) &&
    !config.PUBLIC_URL.startsWith('https:')
  ) {
    throw new Error(
      `PUBLIC_URL is ${config.PUBLIC_URL}, so cookies would be sent unencrypted: give its https address, or set ALLOW_HTTP=1 if you mean it`,
    );
  }
  return config;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
