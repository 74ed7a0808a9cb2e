/** Storage of encrypted documents: a folder, or a bucket with the S3 protocol. Requests to a bucket are signed with AWS Signature Version 4. */
import { FileFolder } from '@fairline/chassis/storage/blob';
import type { AwsClient } from 'aws4fetch';
import type { BucketConfig, Storage } from '../ports.ts';

const timeoutMs = 15_000;
const retries = 3;

export async function openStorage(folder: string, bucket: BucketConfig | undefined): Promise<Storage> {
  if (!bucket) return new FileFolder(folder);
  const { url, region, accessKeyId, secretAccessKey } = bucket;
  // Loaded only where there is a bucket.
  const { AwsClient } = await import('aws4fetch');
  return new Bucket(
    url.replace(/\/$/, ''),
    new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries }),
  );
}

class Bucket implements Storage {
  private readonly url: string;
  private readonly client: AwsClient;

  constructor(url: string, client: AwsClient) {
    this.url = url;
    this.client = client;
  }

  /** S3 needs the length before the bytes, so the parts are collected first. */
  async put(id: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
    const collected: Uint8Array[] = [];
    for await (const part of parts) collected.push(Uint8Array.from(part));
    await this.send('PUT', id, Buffer.concat(collected));
  }

  async get(id: string): Promise<Uint8Array> {
    const response = await this.send('GET', id);
    return new Uint8Array(await response.arrayBuffer());
  }

  async remove(id: string): Promise<void> {
    await this.send('DELETE', id);
  }

  private async send(method: string, id: string, body?: Uint8Array): Promise<Response> {
    const response = await this.client.fetch(`${this.url}/${id}`, {
      method,
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isGone = method === 'DELETE' && response.status === 404;
    if (!response.ok && !isGone) throw new Error(`the bucket answered ${response.status} to ${method}`);
    return response;
  }
}
