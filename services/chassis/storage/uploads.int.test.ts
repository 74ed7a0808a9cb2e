/** Uploads are rebuilt by the real programs: only the visible content of the sender's bytes survives, and uploads that would take too much time or memory are refused. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pageIn, rebuildPages, rebuildUpload } from './uploads.ts';

const red = { r: 220, g: 20, b: 20 };
const image = () => sharp({ create: { width: 40, height: 30, channels: 3, background: red } });

/** A PDF of red pages, with more entries in its catalogue if given. */
function pdfOf(pages: number, extra = '', size = '200 100'): Buffer {
  const content = '0.9 0.1 0.1 rg 0 0 2000 2000 re f';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${extra} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, at) => `${at + 4} 0 R`).join(' ')}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...Array.from({ length: pages }, () => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents 3 0 R >>`),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

/** A PNG whose header claims a large size, with hardly any data. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', Buffer.from('789c030000000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function rebuilt(bytes: Uint8Array) {
  const result = await rebuildUpload(bytes, 'sender');
  if (typeof result === 'string') throw new Error(result);
  return { ...result, meta: await sharp(result.bytes).metadata() };
}

describe('an image', () => {
  it.each([
    ['image/jpeg', () => image().jpeg()],
    ['image/png', () => image().png()],
    ['image/webp', () => image().webp()],
  ] as const)('of type %s keeps its type and loses its metadata', async (type, draw) => {
    const sent = await draw()
      .withExif({ IFD0: { Copyright: 'home address' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const { meta, bytes, type: kept } = await rebuilt(sent);
    expect([kept, meta.width, meta.height, meta.exif]).toEqual([type, 40, 30, undefined]);
    expect(Buffer.from(bytes).includes('home address')).toBe(false);
  });

  it('loses what was hidden behind it', async () => {
    const sent = Buffer.concat([await image().png().toBuffer(), Buffer.from('<html><script>alert(1)</script>')]);
    expect(Buffer.from((await rebuilt(sent)).bytes).includes('script')).toBe(false);
  });

  it('stands as its metadata turned it', async () => {
    const { meta } = await rebuilt(await image().jpeg().withMetadata({ orientation: 6 }).toBuffer());
    expect([meta.width, meta.height]).toEqual([30, 40]);
  });
});

describe('a PDF', () => {
  it.each([1, 3])('of %d pages becomes one image of all of them, and its scripts and files are gone', async (pages) => {
    const script = '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>';
    const { type, bytes, meta } = await rebuilt(pdfOf(pages, script));
    expect([type, meta.width, meta.height]).toEqual(['image/jpeg', 1_240, 620 * pages]);
    expect(Buffer.from(bytes).includes('JavaScript')).toBe(false);
    const { channels } = await sharp(bytes).stats();
    expect(channels.map(({ mean }) => mean > 120)).toEqual([true, false, false]);
  });

  it('with one enormous page stays within the bound', async () => {
    const { meta } = await rebuilt(pdfOf(1, '', '14400 14400'));
    expect((meta.width ?? 0) * (meta.height ?? 0)).toBeLessThan(6_000_000);
  });
});

describe('pages', () => {
  /** The pages joined one after the other. */
  const joinedPages = async (bytes: Uint8Array, type: 'image/jpeg' | 'image/png' | 'application/pdf') => {
    const parts: Buffer[] = [];
    const count = await rebuildPages(bytes, type, 'sender', async (pages) => {
      for await (const part of pages) parts.push(Buffer.from(part));
    });
    return { joined: Buffer.concat(parts), count };
  };
  const pages = async (bytes: Uint8Array, type: 'image/jpeg' | 'image/png' | 'application/pdf') => {
    const { joined, count = 0 } = await joinedPages(bytes, type);
    return Promise.all(Array.from({ length: count }, (_, at) => sharp(pageIn(joined, at + 1)).metadata()));
  };

  it('of a PDF are one JPEG each', async () => {
    const found = await pages(pdfOf(3), 'application/pdf');
    expect(found.map(({ format, width, height }) => [format, width, height])).toEqual(
      Array(3).fill(['jpeg', 1_240, 620]),
    );
  });

  it('of a transparent picture is one JPEG on white', async () => {
    const png = await sharp({
      create: { width: 20, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { joined } = await joinedPages(png, 'image/png');
    const { channels } = await sharp(pageIn(joined, 1)).stats();
    expect(channels.map(({ mean }) => mean)).toEqual([255, 255, 255]);
    expect(pageIn(joined, 2)).toBeUndefined();
  });

  it('are whole where their place is ready only after they were made', async () => {
    const parts: Buffer[] = [];
    const count = await rebuildPages(pdfOf(2), 'application/pdf', 'sender', async (made) => {
      // The turn of this upload comes after the pages.
      await rebuildUpload(pdfOf(1), 'another');
      for await (const part of made) parts.push(Buffer.from(part));
    });
    expect([count, pageIn(Buffer.concat(parts), 2)?.subarray(-2)]).toEqual([2, Buffer.from('ffd9', 'hex')]);
  });

  it('fail where storing them fails, with its error', async () => {
    const full = () => Promise.reject(new Error('no space left'));
    await expect(rebuildPages(pdfOf(3), 'application/pdf', 'sender', full)).rejects.toThrow('no space left');
    expect(await pages(pdfOf(1), 'application/pdf')).toHaveLength(1);
  });

  it('of a large photograph is made smaller, within the memory that is allowed', async () => {
    const photo = sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: red } });
    const [meta] = await pages(
      await photo.withMetadata({ orientation: 6 }).jpeg({ quality: 60 }).toBuffer(),
      'image/jpeg',
    );
    expect([meta?.width, meta?.height, meta?.exif]).toEqual([2_631, 3_508, undefined]);
  });

  it('of ten full pages come within the memory that is allowed', async () => {
    expect(await pages(pdfOf(10, '', '600 2400'), 'application/pdf')).toHaveLength(10);
  });

  it.each([
    ['a picture of 900 megapixels', () => hugePng(30_000, 30_000), 'image/png'],
    ['a PDF of eleven pages', () => pdfOf(11), 'application/pdf'],
    ['a PDF in name only', () => Buffer.from('%PDF-1.4\nnothing'), 'application/pdf'],
  ] as const)('of %s are not made', async (_, bytes, type) => {
    expect((await joinedPages(bytes(), type)).count).toBeUndefined();
  });
});

it.each([
  ['a picture of 900 megapixels', () => hugePng(30_000, 30_000), 'unreadable'],
  ['a picture without its data', () => hugePng(100, 100), 'unreadable'],
  ['a PDF of eleven pages', () => pdfOf(11), 'unreadable'],
  ['a PDF in name only', () => Buffer.from('%PDF-1.4\nnothing'), 'unreadable'],
  ['a page of HTML', () => Buffer.from('<html></html>'), 'type'],
  ['nothing', () => Buffer.alloc(0), 'type'],
])('refuses %s', async (_, bytes, refusal) => {
  expect(await rebuildUpload(bytes(), 'sender')).toBe(refusal);
});

/** Runs work while another program takes the uploads. */
async function withProgram<T>(program: string, work: () => Promise<T>): Promise<T> {
  const { execPath } = process;
  process.execPath = program;
  try {
    return await work();
  } finally {
    process.execPath = execPath;
  }
}

it.each([
  ['is not there', '/no/such/program'],
  ['has a name that none can have', 'no\0program'],
])('goes on with the next upload after many whose program %s', async (_, program) => {
  const bytes = await image().png().toBuffer();
  await withProgram(program, async () => {
    for (let turn = 0; turn < 20; turn++) await expect(rebuildUpload(bytes, 'sender')).rejects.toThrow();
  });
  expect((await rebuilt(bytes)).meta.width).toBe(40);
});

it('refuses more than may wait as busy, and takes the next once they are done', async () => {
  const bytes = await image().png().toBuffer();
  const results = await withProgram('/bin/false', () =>
    Promise.allSettled(Array.from({ length: 18 }, () => rebuildUpload(bytes, 'sender'))),
  );
  const outcomes = results.map((result) => (result.status === 'rejected' ? result.reason.code : result.value));
  expect(outcomes).toEqual([...Array.from({ length: 16 }, () => 'unreadable'), 'busy', 'busy']);
  expect((await rebuilt(bytes)).meta.width).toBe(40);
});
