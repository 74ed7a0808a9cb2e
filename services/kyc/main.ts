/**
 * kyc: identity verification. It owns players' documents, verifications and screenings, and the encrypted files.
 * What it publishes, consumes, serves and requests stands in proto/services.ts.
 */
import { type Clock, systemClock } from '@fairline/chassis/process/clock';
import type { Env } from '@fairline/chassis/process/config';
import { type Running, run } from '@fairline/chassis/run';
import { Service } from '@fairline/chassis/service';
import { kycPublishes } from '@fairline/proto/kyc/publishes';
import { type Kyc, kycConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { checkKeys } from './documents/commands.ts';
import { openStorage } from './files/peers.ts';
import { openScanner } from './files/scanner.ts';
import { jobsOf } from './jobs.ts';
import { routesOf } from './routes.ts';
import { openScreening } from './screenings/peers.ts';
import { countDossiers } from './verifications/commands.ts';

export async function start(env: Env, clock: Clock = systemClock): Promise<Running> {
  const service = await Service.open('kyc', env, kycConfig, import.meta.url, clock);
  const { config, mongo, log } = service;
  const bucket = config.KYC_S3_URL && {
    url: config.KYC_S3_URL,
    region: config.KYC_S3_REGION,
    accessKeyId: config.KYC_S3_ACCESS_KEY_ID,
    secretAccessKey: config.KYC_S3_SECRET_ACCESS_KEY,
  };
  const kyc: Kyc = {
    mongo,
    clock: service.clock,
    log,
    storage: await openStorage(config.BLOB_DIR, bucket || undefined),
    keys: config.KYC_MASTER_KEYS,
    scanner: openScanner(config.KYC_CLAMD),
    screening: openScreening(config.AML_SCREENING_URL, config.AML_SCREENING_KEY, service.bus),
    needsTwoOperators: config.KYC_TWO_OPERATORS,
  };
  await checkKeys(kyc);
  await countDossiers(kyc);
  return service.start({
    publishes: kycPublishes,
    routes: routesOf(kyc),
    consumers: consumersOf(kyc),
    jobs: jobsOf(kyc),
  });
}

if (import.meta.main) await run(start);
