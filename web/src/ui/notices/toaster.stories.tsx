import { Button } from '../controls/button.tsx';
import { notify } from './notify.ts';
import { Toaster } from './toaster.tsx';

export default { component: Toaster };

/** The toaster itself is part of the surroundings of every story. */
export const EveryKind = () => (
  <>
    <Button onClick={() => notify.success('Your bet is placed')}>Success</Button>
    <Button onClick={() => notify.info('The market is suspended')}>Information</Button>
    <Button onClick={() => notify.error('The payment was not sent')}>Error</Button>
  </>
);
