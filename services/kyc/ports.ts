/** Interfaces of what kyc depends on: storage of files, a virus scanner, a screening provider, the master keys. */
import type { ScreeningRequest, ScreeningResult } from '@fairline/proto/kyc/screenings';

export interface Storage {
  /** Stores bytes under a new id. A part is valid until the next one is asked for. */
  put(id: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  get(id: string): Promise<Uint8Array>;
  /** Does nothing if there are no bytes with this id. */
  remove(id: string): Promise<void>;
}

export interface BucketConfig {
  /** The bucket: https://<server>/<bucket>. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type ScanResult = 'clean' | 'infected' | 'not_scanned';

export interface Scanner {
  scan(bytes: Uint8Array): Promise<ScanResult>;
}

/** Master keys by id; the first is the current one, others only unwrap. */
export interface KeyRing {
  readonly currentId: string;
  readonly keys: ReadonlyMap<string, Uint8Array>;
}

export type Person = Readonly<Omit<ScreeningRequest, 'reference'>>;

/** Checks a person against sanctions lists, lists of politically exposed persons and adverse media. */
export interface ScreeningProvider {
  readonly name: string;
  /** Safe to repeat: the reference is the idempotency key. Throws if the provider does not answer. */
  screen(reference: string, person: Person): Promise<readonly ScreeningResult[]>;
}

export interface Screening {
  readonly provider: ScreeningProvider;
  personOf(playerId: string): Promise<Person>;
}
