/** Encrypted files: AES-256-GCM, bound to their id, and written atomically. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts bytes and binds them to the id of their row or file. */
export function seal(key: Uint8Array, id: string, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** `seal` for bytes in parts. A sealed part is valid only until the next one is requested, like the parts that it is made from. */
export async function* sealParts(
  key: Uint8Array,
  id: string,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  yield nonce;
  for await (const part of parts) {
    const sealed = cipher.update(part);
    yield sealed;
    release(sealed);
  }
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `seal` returned; throws if bytes, key or id differ. */
export function unseal(key: Uint8Array, id: string, sealed: Uint8Array): Uint8Array {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(sealed.length - tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes)), decipher.final()]);
}

/** Frees the memory of unused bytes at once, without waiting for garbage collection. Does nothing if the bytes share their buffer. */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Stores bytes by id in a folder. Files are written atomically. */
export class FileFolder {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Stores bytes under a new id, whole or in parts. */
  async put(id: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, id);
    const file = await open(`${path}.part`, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  }

  get(id: string): Promise<Uint8Array> {
    return readFile(join(this.folder, id));
  }

  /** Removes a file and the remains of an unfinished write; does nothing if there are none. */
  async remove(id: string): Promise<void> {
    const path = join(this.folder, id);
    await Promise.all([path, `${path}.part`].map((name) => rm(name, { force: true })));
  }
}

/** Files that are encrypted with the service's own key. */
export class Blobs {
  private readonly files: FileFolder;
  private readonly key: Uint8Array;

  constructor(folder: string, key: Uint8Array) {
    this.files = new FileFolder(folder);
    this.key = key;
  }

  /** Stores bytes under a new id. */
  put(id: string, bytes: Uint8Array): Promise<void> {
    return this.files.put(id, seal(this.key, id, bytes));
  }

  async get(id: string): Promise<Uint8Array> {
    return unseal(this.key, id, await this.files.get(id));
  }

  remove(id: string): Promise<void> {
    return this.files.remove(id);
  }
}

/** The actual type of a file, by its first bytes; undefined if it is not an allowed one. */
export async function typeOf<const T extends string>(bytes: Uint8Array, allowed: readonly T[]): Promise<T | undefined> {
  // Loaded with the first file: most services store none.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  return allowed.find((type) => type === found?.mime);
}
