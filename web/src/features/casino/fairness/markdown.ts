/** Parses the Markdown of a PAR sheet into blocks: headings, paragraphs, lists, tables and code. Anything else stays text. */

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'code'; text: string };

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

export function readBlocks(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const take = (isMore: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && isMore(lines[at] as string)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] as string;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      blocks.push({ kind: 'heading', level: (heading[1] as string).length, text: heading[2] as string });
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      blocks.push({ kind: 'code', text: take((next) => !next.startsWith('```')).join('\n') });
      at += 1;
    } else if (line.trimStart().startsWith('|')) {
      const [head = '', , ...rows] = take((next) => next.trimStart().startsWith('|'));
      blocks.push({ kind: 'table', head: cells(head), rows: rows.map(cells) });
    } else if (/^\s*[-*]\s/.test(line)) {
      blocks.push({
        kind: 'list',
        items: take((next) => /^\s*[-*]\s/.test(next)).map((item) => item.replace(/^\s*[-*]\s+/, '')),
      });
    } else {
      const text = take((next) => next.trim() !== '' && !/^(#|```|\s*\||\s*[-*]\s)/.test(next));
      blocks.push({ kind: 'paragraph', text: text.join(' ') });
    }
  }
  return blocks;
}

/** Text with its `code` and **strong** parts. */
export function readInline(text: string): { text: string; look: 'plain' | 'strong' | 'code' }[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('`') && part.length > 1) return { text: part.slice(1, -1), look: 'code' };
      return part.startsWith('**') && part.length > 3
        ? { text: part.slice(2, -2), look: 'strong' }
        : { text: part, look: 'plain' };
    });
}
