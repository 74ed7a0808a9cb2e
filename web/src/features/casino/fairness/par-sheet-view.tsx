/** A PAR sheet on the page. */
import { type Block, readBlocks, readInline } from './markdown.ts';

export function ParSheetView({ markdown }: { markdown: string }) {
  return (
    <article className="flex min-w-0 flex-col gap-4 text-14">
      {readBlocks(markdown).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is read once and never changes.
        <BlockView key={place} block={block} />
      ))}
    </article>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 1 ? (
        <h1 className="display text-28">
          <Inline text={block.text} />
        </h1>
      ) : (
        <h2 className="display mt-4 text-20">
          <Inline text={block.text} />
        </h2>
      );
    case 'paragraph':
      return (
        <p className="max-w-content">
          <Inline text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul className="list-disc pl-5">
          {block.items.map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
        </ul>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
        <pre tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface p-4 text-12">
          {block.text}
        </pre>
      );
    case 'table':
      return <Sheet {...block} />;
  }
}

function Sheet({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
    <div tabIndex={0} className="overflow-x-auto rounded-card border border-line bg-surface">
      <table className="figures w-full text-13">
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col" className="px-4 py-2 text-left font-medium whitespace-nowrap text-ink-soft">
                <Inline text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')} className="border-t border-line">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
                <td key={column} className="px-4 py-2">
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inline({ text }: { text: string }) {
  return readInline(text).map(({ text: part, look }, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    if (look === 'strong') return <strong key={place}>{part}</strong>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    return look === 'code' ? <code key={place}>{part}</code> : part;
  });
}
