/** A short Markdown document in the page's typography. Its headings are one level below the heading above it. */
import { cx } from '../theme/cx.ts';
import { type Align, type Block, blocksOf } from './blocks.ts';

export function DocumentView({ markdown }: { markdown: string }) {
  return (
    <div className="flex flex-col gap-3 text-13">
      {blocksOf(markdown).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a document never move.
        <BlockView key={place} block={block} />
      ))}
    </div>
  );
}

const aligned: Record<Align, string> = { left: 'text-left', right: 'figures text-right', center: 'text-center' };

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading')
    return block.level <= 2 ? (
      <h3 className="mt-2 text-14 font-strong">{block.text}</h3>
    ) : (
      <h4 className="font-strong">{block.text}</h4>
    );
  if (block.kind === 'code')
    return (
      <pre className="overflow-x-auto rounded-control bg-raised p-3 text-12 whitespace-pre-wrap break-all">
        {block.text}
      </pre>
    );
  if (block.kind === 'paragraph') return <p>{block.text}</p>;
  if (block.kind === 'list') {
    return (
      <ul className="list-disc pl-5">
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  }
  return <TableView {...block} />;
}

function TableView({ head, align, rows }: Extract<Block, { kind: 'table' }>) {
  const cell = (place: number) => cx('border-b border-line px-2 py-1', aligned[align[place] ?? 'left']);
  return (
    <table className="border-collapse self-start text-12">
      <thead>
        <tr>
          {head.map((text, place) => (
            <th key={text} scope="col" className={cx(cell(place), 'font-medium text-ink-soft')}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a document never move.
          <tr key={line}>
            {row.map((text, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do their cells.
              <td key={place} className={cell(place)}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
