import { Button } from '../controls/button.tsx';
import { AnnouncedText, announceText } from './announce.tsx';

export default { component: AnnouncedText };

/** Nothing is visible: the text is for screen readers. */
export const Default = () => (
  <>
    <Button onClick={() => announceText('The odds have changed')}>Announce</Button>
    <AnnouncedText />
  </>
);
