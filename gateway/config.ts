/** The gateway's part of the environment: its keys, where the services are, whom it believes about addresses, and the built web app. */
import { type BaseConfig, type Env, flag, jwk, optionalText, readConfig } from '@fairline/chassis/process/config';
import { gatewayPort, type PlatformServiceName, platformServiceNames, services } from '@fairline/proto/services';
import { z } from 'zod';

const serviceUrls = Object.fromEntries(
  platformServiceNames.map((service) => [
    `${service.toUpperCase()}_URL`,
    z.url({ protocol: /^https?$/ }).default(`http://127.0.0.1:${services[service].port}`),
  ]),
);

const gatewayConfig = {
  ...(serviceUrls as Record<`${Uppercase<PlatformServiceName>}_URL`, z.ZodDefault<z.ZodURL>>),
  /** Absent where no feed of ours runs; then its health is not shown. */
  FEED_URL: z.url({ protocol: /^https?$/ }).optional(),
  IDENTITY_PRIVATE_KEY: jwk.refine((key) => key?.d !== undefined, 'must be a private key'),
  SESSION_PUBLIC_KEY: jwk,
  REDIS_URL: z.string(),
  /** Addresses and networks, separated by commas, whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  /** Whom to tell of a weakness, published in security.txt. */
  SECURITY_CONTACT: optionalText(z.string().regex(/^(mailto:|https:\/\/)\S+$/, 'must be a mailto: or https: address')),
  WEB_DIST: z.string().default(new URL('../web/dist', import.meta.url).pathname),
  /** Demo accounts have public passwords, so beyond loopback they must be wanted. */
  FAIRLINE_DEMO_PUBLIC: flag,
  /** Without https the cookies that continue sessions cross the network readable, so beyond loopback it must be wanted. */
  ALLOW_HTTP: flag,
};

export type GatewayConfig = BaseConfig & z.output<z.ZodObject<typeof gatewayConfig>>;

export function readGatewayConfig(env: Env): GatewayConfig {
  const config = readConfig('gateway', env, gatewayConfig, gatewayPort);
  if (config.FAIRLINE_DEMO && !config.FAIRLINE_DEMO_PUBLIC && !isLoopback(config.HTTP_HOST)) {
    throw new Error(`Demo mode has public passwords and does not listen on ${config.HTTP_HOST}: set FAIRLINE_DEMO_PUBLIC=1 if you mean it`);
  }
  if (!config.FAIRLINE_DEMO && !config.ALLOW_HTTP && !isLoopback(config.HTTP_HOST) && !config.PUBLIC_URL.startsWith('https:')) {
    throw new Error(`PUBLIC_URL is ${config.PUBLIC_URL}, so cookies would be sent unencrypted: give its https address, or set ALLOW_HTTP=1 if you mean it`);
  }
  return config;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
