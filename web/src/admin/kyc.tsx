/** Identity verification: the queue, and the review of one player. */
import { Verifications } from '../features/verification-desk/queue.tsx';
import { Page } from './frame/page.tsx';

export function KycPage() {
  return <Page>{(operator) => <Verifications operator={operator} />}</Page>;
}
