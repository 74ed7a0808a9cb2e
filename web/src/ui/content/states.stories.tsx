import { ButtonLink } from '../controls/button.tsx';
import { EmptyState, ErrorState, Failure, Notice, Skeleton, SkeletonRows } from './states.tsx';

export default { component: EmptyState };

const retry = () => undefined;

export const Loading = () => (
  <div className="w-full">
    <SkeletonRows count={4} className="h-10" />
    <Skeleton className="h-48 w-full" />
  </div>
);
export const Empty = () => (
  <EmptyState title="No bets yet">
    <ButtonLink to="/">Browse events</ButtonLink>
  </EmptyState>
);
export const Failed = () => (
  <ErrorState title="The bets could not be loaded" onRetry={retry}>
    The server did not answer.
  </ErrorState>
);
export const Retrying = () => <ErrorState title="The bets could not be loaded" onRetry={retry} busy />;
export const Notices = () => (
  <>
    <Notice>Your documents are in review.</Notice>
    <Notice tone="live">The match has started.</Notice>
    <Notice tone="down">Your account is closed.</Notice>
    <Notice tone="act" action={<ButtonLink to="/promotions">Claim</ButtonLink>}>
      A free bet is waiting for you.
    </Notice>
  </>
);
export const ActionFailed = () => <Failure title="The bet was not placed">The odds have changed.</Failure>;
