/** The process that rebuilds one upload: reads it from the standard input, its type from the arguments, and writes the new image to the standard output. */
import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { uploadRules } from './uploads.ts';

const pageWidth = 1_240;
const { maxPixels, maxPages } = uploadRules;
const maxPagePixels = maxPixels / maxPages;
const quality = 88;

interface Page {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Turned as its metadata says, which is then left out. */
function rebuildImage(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).rotate().toBuffer();
}

async function readPages(bytes: Uint8Array): Promise<Page[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const count = document.getPageCount();
  if (count === 0 || count > maxPages) throw new Error(`${count} pages`);
  const pages: Page[] = [];
  for (let index = 0; index < count; index++) {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(pageWidth / originalWidth, Math.sqrt(maxPagePixels / (originalWidth * originalHeight)));
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    pages.push({ data, width, height });
  }
  return pages;
}

/** All pages below one another. */
async function rebuildPdf(bytes: Uint8Array): Promise<Buffer> {
  const pages = await readPages(bytes);
  const width = Math.max(...pages.map((page) => page.width));
  const height = pages.reduce((sum, page) => sum + page.height, 0);
  let top = 0;
  const layers = pages.map((page) => {
    const layer = { input: Buffer.from(page.data), raw: { width: page.width, height: page.height, channels: 4 as const }, left: 0, top };
    top += page.height;
    return layer;
  });
  return sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: maxPixels * 2 })
    .composite(layers)
    .jpeg({ quality })
    .toBuffer();
}

const bytes = await buffer(process.stdin);
const rebuilt = process.argv[2] === 'application/pdf' ? await rebuildPdf(bytes) : await rebuildImage(bytes);
process.stdout.write(rebuilt);
