/** A month as a PDF: what there was, every movement, what there is. It is written as the rows come and never held whole. */
import type { Readable } from 'node:stream';
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import type { Transaction } from '@fairline/proto/wallet/history';
import PDFDocument from 'pdfkit';

export interface StatementHead {
  playerId: string;
  currency: CurrencyCode;
  month: string;
  openingMinor: number;
  madeAt: Date;
}

const margin = 48;
const columns = [
  { title: 'Date (UTC)', at: margin, width: 72 },
  { title: 'Type', at: margin + 76, width: 50 },
  { title: 'Description', at: margin + 130, width: 206 },
  { title: 'Amount', at: margin + 340, width: 76, right: true },
  { title: 'Balance', at: margin + 420, width: 79, right: true },
] as const;
const rowHeight = 16;

/** `pages` answers completed transactions, oldest first. */
export function statement(head: StatementHead, pages: AsyncIterable<readonly Transaction[]>): Readable {
  const info = { Title: `Fairline statement ${head.month}`, Creator: 'Fairline' };
  const pdf = new PDFDocument({ size: 'A4', margin, info, lang: 'en', pdfVersion: '1.7', tagged: true, displayTitle: true });
  void write(pdf, head, pages).then(
    () => pdf.end(),
    (error: unknown) => pdf.destroy(error as Error),
  );
  return pdf as unknown as Readable;
}

async function write(pdf: PDFKit.PDFDocument, head: StatementHead, pages: AsyncIterable<readonly Transaction[]>) {
  const { currency, month, openingMinor } = head;
  let number = 1;
  const foot = () => {
    const { bottom } = pdf.page.margins;
    pdf.page.margins.bottom = 0;
    pdf
      .fontSize(8)
      .fillColor('#555555')
      .text(`Fairline · ${month} · page ${number}`, margin, pdf.page.height - 32, { align: 'center', lineBreak: false });
    pdf.page.margins.bottom = bottom;
    pdf.fillColor('#000000');
  };
  title(pdf, head);
  heading(pdf);
  const totals = new Map<string, number>();
  let balanceMinor = openingMinor;
  for await (const rows of pages) {
    for (const row of rows) {
      if (pdf.y + rowHeight > pdf.page.height - 64) {
        foot();
        pdf.addPage();
        number++;
        heading(pdf);
      }
      const cells = [
        row.createdAt.slice(0, 16).replace('T', ' '),
        row.type,
        row.description,
        formatMoney(row.amountMinor, row.currency),
        row.balanceAfterMinor === null ? '' : formatMoney(row.balanceAfterMinor, row.currency),
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
  if (totals.size === 0) pdf.text('No movements in this month.', margin);
  for (const [type, minor] of totals) pdf.text(`Total ${type}: ${formatMoney(minor, currency)}`, margin);
  pdf.font('Helvetica-Bold').text(`Closing balance ${formatMoney(balanceMinor, currency)}`, margin);
  pdf.font('Helvetica');
  foot();
}

function title(pdf: PDFKit.PDFDocument, { playerId, currency, month, openingMinor, madeAt }: StatementHead): void {
  pdf.font('Helvetica-Bold').fontSize(18).text('Fairline');
  pdf.fontSize(12).text(`Statement for ${month}`).moveDown(0.5);
  pdf.font('Helvetica').fontSize(9);
  pdf
    .text(`Account ${playerId}`)
    .text(`Currency ${currency}`)
    .text(`Made ${madeAt.toISOString().slice(0, 19).replace('T', ' ')} UTC`)
    .moveDown(0.5);
  pdf.text(`Opening balance ${formatMoney(openingMinor, currency)}`).moveDown();
}

function heading(pdf: PDFKit.PDFDocument): void {
  pdf.font('Helvetica-Bold').fontSize(8);
  line(
    pdf,
    columns.map(({ title }) => title),
  );
  pdf.font('Helvetica');
}

function line(pdf: PDFKit.PDFDocument, cells: readonly string[]): void {
  const { y } = pdf;
  for (const [place, column] of columns.entries()) {
    const align = 'right' in column ? 'right' : 'left';
    pdf.text(printable(cells[place] ?? ''), column.at, y, { width: column.width, height: rowHeight, align, ellipsis: true, lineBreak: false });
  }
  pdf.y = y + rowHeight;
}

/** The built-in typeface has Western letters only. */
function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•€]/g, '?');
}
