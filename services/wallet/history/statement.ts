/** A month or a span of days as a PDF: the opening balance, every movement, the closing balance. It is streamed row by row and never held whole. */
import type { Readable } from 'node:stream';
import type { Language } from '@fairline/proto/auth/fields';
import { type CurrencyCode, formatMoney, numberMarks } from '@fairline/proto/money';
import type { Transaction } from '@fairline/proto/wallet/history';
import PDFDocument from 'pdfkit';
import { statementTexts } from './statement-texts.ts';

export interface StatementHead {
  playerId: string;
  currency: CurrencyCode;
  /** UTC days, both included. */
  days: { from: string; until: string };
  /** Set if the days are a whole month. */
  month?: string | undefined;
  language: Language;
  openingMinor: number;
  madeAt: Date;
}

const spanOf = ({ month, days, language }: StatementHead): string =>
  month ?? statementTexts[language].span(days.from, days.until);

const margin = 48;
const columns = [
  { at: margin, width: 72 },
  { at: margin + 76, width: 50 },
  { at: margin + 130, width: 206 },
  { at: margin + 340, width: 76, right: true },
  { at: margin + 420, width: 79, right: true },
] as const;
const rowHeight = 16;

/** `pages` yields completed transactions, oldest first. */
export function statement(head: StatementHead, pages: AsyncIterable<readonly Transaction[]>): Readable {
  const info = { Title: `Fairline · ${statementTexts[head.language].title(spanOf(head))}`, Creator: 'Fairline' };
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    info,
    lang: head.language,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
  });
  const stream = pdf as unknown as Readable;
  void write(pdf, head, asRead(stream, pages)).then(
    () => stream.destroyed || pdf.end(),
    (error: unknown) => stream.destroy(error as Error),
  );
  return stream;
}

/** Yields the next page only once the client has read most of what was written, and none after the client has left. */
async function* asRead<T>(stream: Readable, pages: AsyncIterable<T>): AsyncGenerator<T> {
  let wake = () => {};
  stream._read = () => wake();
  stream.once('close', () => wake());
  for await (const page of pages) {
    while (!stream.destroyed && stream.readableLength >= stream.readableHighWaterMark) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (stream.destroyed) return;
    yield page;
  }
}

async function write(pdf: PDFKit.PDFDocument, head: StatementHead, pages: AsyncIterable<readonly Transaction[]>) {
  const { currency, openingMinor, language } = head;
  const texts = statementTexts[language];
  const money = (minor: number, of: CurrencyCode) => formatMoney(minor, of, numberMarks[language]);
  let number = 1;
  const foot = () => {
    const { bottom } = pdf.page.margins;
    pdf.page.margins.bottom = 0;
    pdf
      .fontSize(8)
      .fillColor('#555555')
      .text(`Fairline · ${spanOf(head)} · ${texts.page} ${number}`, margin, pdf.page.height - 32, {
        align: 'center',
        lineBreak: false,
      });
    pdf.page.margins.bottom = bottom;
    pdf.fillColor('#000000');
  };
  title(pdf, head);
  heading(pdf, texts.columns);
  const totals = new Map<Transaction['type'], number>();
  let balanceMinor = openingMinor;
  for await (const rows of pages) {
    for (const row of rows) {
      if (pdf.y + rowHeight > pdf.page.height - 64) {
        foot();
        pdf.addPage();
        number++;
        heading(pdf, texts.columns);
      }
      const cells = [
        row.createdAt.slice(0, 16).replace('T', ' '),
        texts.type(row.type),
        texts.describe(row),
        money(row.amountMinor, row.currency),
        row.balanceAfterMinor === null ? '' : money(row.balanceAfterMinor, row.currency),
      ];
      line(pdf, cells);
      totals.set(row.type, (totals.get(row.type) ?? 0) + row.amountMinor);
      balanceMinor += row.amountMinor;
    }
  }
  pdf.moveDown();
  if (pdf.y + rowHeight * (totals.size + 4) > pdf.page.height - 64) {
    foot();
    pdf.addPage();
    number++;
  }
  pdf.x = margin;
  if (totals.size === 0) pdf.text(texts.none, margin);
  for (const [type, minor] of totals) pdf.text(`${texts.total(type)}: ${money(minor, currency)}`, margin);
  pdf.font('Helvetica-Bold').text(`${texts.closing} ${money(balanceMinor, currency)}`, margin);
  pdf.font('Helvetica');
  foot();
}

function title(pdf: PDFKit.PDFDocument, head: StatementHead): void {
  const { playerId, currency, language, openingMinor, madeAt } = head;
  const texts = statementTexts[language];
  pdf.font('Helvetica-Bold').fontSize(18).text('Fairline');
  pdf
    .fontSize(12)
    .text(texts.title(spanOf(head)))
    .moveDown(0.5);
  pdf.font('Helvetica').fontSize(9);
  pdf
    .text(`${texts.account} ${playerId}`)
    .text(`${texts.currency} ${currency}`)
    .text(`${texts.made} ${madeAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`)
    .moveDown(0.5);
  pdf.text(`${texts.opening} ${formatMoney(openingMinor, currency, numberMarks[language])}`).moveDown();
}

function heading(pdf: PDFKit.PDFDocument, titles: readonly string[]): void {
  pdf.font('Helvetica-Bold').fontSize(8);
  line(pdf, titles);
  pdf.font('Helvetica');
}

function line(pdf: PDFKit.PDFDocument, cells: readonly string[]): void {
  const { y } = pdf;
  for (const [place, column] of columns.entries()) {
    const align = 'right' in column ? 'right' : 'left';
    pdf.text(printable(cells[place] ?? ''), column.at, y, {
      width: column.width,
      height: rowHeight,
      align,
      ellipsis: true,
      lineBreak: false,
    });
  }
  pdf.y = y + rowHeight;
}

/** Replaces characters that the built-in typeface lacks: it has Western European ones only. */
function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•€]/g, '?');
}
