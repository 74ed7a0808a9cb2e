import { Button } from '../controls/button.tsx';
import { KeyHint } from './shortcuts.tsx';

export default { component: KeyHint };

export const OnAButton = () => (
  <Button>
    Approve <KeyHint of="A" />
  </Button>
);
