/**
 * The process that rebuilds one upload. It reads the upload from standard input; its arguments are the type and the form of the result.
 * It writes one image to standard output, or one JPEG per page, each preceded by its length in four bytes.
 */
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { uploadRules } from './uploads.ts';

const pageWidth = 1_240;
const { maxPixels, maxPages } = uploadRules;
const maxPagePixels = maxPixels / maxPages;
const quality = 88;

/** A4 at 300 dots per inch. */
const longestSide = 3_508;

interface Page {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Rotates the image by its metadata, which is then removed. */
function rebuildImage(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate().toBuffer();
}

async function* readPages(bytes: Uint8Array): AsyncGenerator<Page> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const count = document.getPageCount();
  if (count === 0 || count > maxPages) throw new Error(`${count} pages`);
  for (let index = 0; index < count; index++) {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(pageWidth / originalWidth, Math.sqrt(maxPagePixels / (originalWidth * originalHeight)));
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    yield { data, width, height };
  }
}

/** One image of all pages, one below the other. */
async function rebuildPdf(bytes: Uint8Array): Promise<Buffer> {
  const pages: Page[] = [];
  for await (const page of readPages(bytes)) pages.push(page);
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  let top = 0;
  const layers = pages.map((page) => {
    const layer = {
      input: Buffer.from(page.data),
      raw: { width: page.width, height: page.height, channels: 4 as const },
      left: 0,
      top,
    };
    top += page.height;
    return layer;
  });
  return sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: maxPixels * 2 })
    .composite(layers)
    .jpeg({ quality })
    .toBuffer();
}

/** JPEGs of the pages one after the other, so that only one page is in memory. Transparency becomes white. */
async function* rebuildPages(bytes: Uint8Array, type: string): AsyncGenerator<Buffer> {
  if (type !== 'application/pdf') {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate();
    yield await image
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .toBuffer();
    return;
  }
  for await (const { data, width, height } of readPages(bytes)) {
    yield await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .toBuffer();
  }
}

function withLength(page: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(page.length);
  return Buffer.concat([length, page]);
}

const [type = '', form] = process.argv.slice(2);
const bytes = await buffer(process.stdin);
if (form === 'pages') {
  sharp.cache(false);
  sharp.concurrency(1);
  for await (const page of rebuildPages(bytes, type)) {
    process.stdout.write(withLength(page));
    // Otherwise the bitmaps of earlier pages would stay in memory until the next garbage collection.
    globalThis.gc?.();
  }
} else {
  process.stdout.write(type === 'application/pdf' ? await rebuildPdf(bytes) : await rebuildImage(bytes));
}
