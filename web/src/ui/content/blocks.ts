/** Parses a short Markdown document into blocks: headings, paragraphs, lists, tables and code. Anything else becomes a paragraph. Pure. */

export type Align = 'left' | 'right' | 'center';

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; align: Align[]; rows: string[][] }
  | { kind: 'code'; text: string };

/** Blocks are separated by empty lines, except in code. */
export function blocksOf(markdown: string): Block[] {
  const parts = markdown.split(/^(```[^\n]*\n[\s\S]*?^```$)/m);
  return parts.flatMap((part) =>
    part.startsWith('```')
      ? [{ kind: 'code' as const, text: part.split('\n').slice(1, -1).join('\n') }]
      : textBlocks(part),
  );
}

function textBlocks(text: string): Block[] {
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockOf);
}

function blockOf(text: string): Block {
  const lines = text.split('\n');
  const heading = /^(#{1,6}) (.+)$/.exec(text);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' };
  if (lines.every((line) => line.startsWith('- '))) return { kind: 'list', items: lines.map((line) => line.slice(2)) };
  const [head, marks, ...rows] = lines.map(cellsOf);
  if (lines.every((line) => line.startsWith('|')) && head && marks?.every((cell) => /^:?-+:?$/.test(cell))) {
    return { kind: 'table', head, align: marks.map(alignOf), rows };
  }
  return { kind: 'paragraph', text: lines.join(' ') };
}

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function alignOf(mark: string): Align {
  if (!mark.endsWith(':')) return 'left';
  return mark.startsWith(':') ? 'center' : 'right';
}
