/** Where encrypted documents lie: a folder, or a bucket that speaks the S3 protocol. */
import { FileFolder } from '@fairline/chassis/storage/blob';
import type { BucketConfig, Storage } from '../ports.ts';

export async function openStorage(folder: string, bucket: BucketConfig | undefined): Promise<Storage> {
  if (!bucket) return new FileFolder(folder);
  const { Bucket } = await import('./bucket.ts');
  return new Bucket(bucket);
}
