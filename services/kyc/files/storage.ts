/** Where encrypted documents lie: a folder, or a bucket that speaks the S3 protocol. */
import { FileFolder } from '@fairline/chassis/storage/blob';

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

export async function openStorage(folder: string, bucket: BucketConfig | undefined): Promise<Storage> {
  if (!bucket) return new FileFolder(folder);
  const { Bucket } = await import('./bucket.ts');
  return new Bucket(bucket);
}
