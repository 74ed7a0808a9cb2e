/** The canned answers to choose from while writing: those of the ticket's category first. */
import type { OperatorTicket } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { Menu } from '../../ui/controls/menu.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cannedQuery } from './queries.ts';

export function CannedPicker({
  category,
  onPick,
}: {
  category?: OperatorTicket['category'];
  onPick: (text: string) => void;
}) {
  const { data } = useQuery(cannedQuery);
  const answers = data?.items ?? [];
  if (answers.length === 0) return null;
  const isOfCategory = (of: OperatorTicket['category'] | undefined) => of !== undefined && of === category;
  const sorted = [...answers].sort(
    (one, other) =>
      Number(isOfCategory(other.category)) - Number(isOfCategory(one.category)) || one.title.localeCompare(other.title),
  );
  return (
    <Menu
      beside
      className="flex h-9 items-center gap-1 rounded-control px-3 text-13 font-medium hover:bg-raised"
      panelClass="w-80"
      button={
        <>
          <Icon of={MessageSquareText} />
          {i18n._({ id: 'canned.label', message: 'Canned answers' })}
        </>
      }
    >
      {(close) => (
        <ul className="max-h-80 overflow-y-auto p-2">
          {sorted.map(({ id, title, text }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  onPick(text);
                  close();
                }}
                className="flex w-full flex-col rounded-control px-2 py-1 text-left text-13 hover:bg-surface"
              >
                <span className="font-medium">{title}</span>
                <span className="line-clamp-2 text-12 text-ink-soft">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
