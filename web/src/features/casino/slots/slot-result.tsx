/** The reels of a round as they stopped, with its winning lines: a still picture for the page of the round. */
import { moneyText } from '../../../domain/money/money.tsx';
import { cellKey, lineColour, litCells, winsOf } from '../reels/lines.ts';
import { Machine } from '../reels/reels.tsx';
import { SymbolArt } from '../reels/symbols.tsx';
import { WinLines } from '../reels/win-lines.tsx';
import { jackpotText, lineWinText, reelText, type SlotRound } from './slots-labels.ts';

export function SlotResult({ round }: { round: Pick<SlotRound, 'outcome' | 'currency'> }) {
  const { grid, lines, jackpotMinor } = round.outcome;
  const lit = lines.length > 0 || jackpotMinor !== undefined ? litCells(winsOf(round.outcome)) : null;
  return (
    <figure data-game="mega-fortune-slots" className="flex w-full max-w-140 flex-col gap-3">
      <Machine overlay={<WinLines wins={lines} currency={round.currency} still />}>
        {grid.map((symbols, reel) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place.
          <div key={reel} role="img" aria-label={reelText(reel, symbols)} className="grid grid-rows-3">
            {symbols.map((symbol, row) => (
              <SymbolArt
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its row.
                key={row}
                symbol={symbol}
                className={lit && !lit.has(cellKey(reel, row)) ? 'm-[5%] opacity-40' : 'm-[5%]'}
              />
            ))}
          </div>
        ))}
      </Machine>
      {(lines.length > 0 || jackpotMinor !== undefined) && (
        <figcaption className="flex flex-col gap-1 text-13">
          {jackpotMinor !== undefined && (
            <span className="font-strong">{jackpotText(moneyText(jackpotMinor, round.currency))}</span>
          )}
          {lines.map((win) => (
            <span key={win.line} className="flex items-center gap-2">
              <span aria-hidden className="size-3 rounded-full" style={{ background: lineColour(win.line) }} />
              {lineWinText(win, round.currency)}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}
