import { Badge } from './badge.tsx';

export default { component: Badge };

export const Tones = () => (
  <>
    <Badge>Draft</Badge>
    <Badge tone="act">Accepted</Badge>
    <Badge tone="live">Live</Badge>
    <Badge tone="info">In review</Badge>
    <Badge tone="down">Rejected</Badge>
  </>
);
