/** What kyc works with from outside: a place for files, a virus scanner, the master keys. */

export interface Storage {
  /** Stores bytes under a new id. */
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<Uint8Array>;
  /** Does nothing if there is none. */
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
