/** The integrity check of the ledger, and its financial figures. */
import { useSearchParams } from 'react-router';
import { rangeOf } from '../domain/office/figures.ts';
import { Figures } from '../features/books/figures.tsx';
import { IntegrityReport } from '../features/books/integrity.tsx';
import { RangePicker } from '../features/office/range-picker.tsx';
import { Page } from './frame/page.tsx';

export function IntegrityPage() {
  const [search] = useSearchParams();
  return (
    <Page aside={<RangePicker />}>
      {(operator) => (
        <div className="flex max-w-content flex-col gap-6">
          <IntegrityReport operator={operator} />
          <Figures range={rangeOf(search)} />
        </div>
      )}
    </Page>
  );
}
