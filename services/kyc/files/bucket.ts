/** Documents in a bucket that speaks the S3 protocol. Requests are signed with AWS Signature Version 4, and failed ones repeated by the client. */
import { AwsClient } from 'aws4fetch';
import type { BucketConfig, Storage } from '../ports.ts';

const timeoutMs = 15_000;
const retries = 3;

export class Bucket implements Storage {
  private readonly url: string;
  private readonly client: AwsClient;

  constructor({ url, region, accessKeyId, secretAccessKey }: BucketConfig) {
    this.url = url.replace(/\/$/, '');
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    await this.send('PUT', id, bytes);
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
