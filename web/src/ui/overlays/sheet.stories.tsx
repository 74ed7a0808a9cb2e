import { Button } from '../controls/button.tsx';
import { Sheet } from './sheet.tsx';

export default { component: Sheet };

const fixed = { open: true, title: 'Filters', onClose: () => undefined };

export const Default = () => <Sheet {...fixed}>Show live events only.</Sheet>;
export const WithActions = () => (
  <Sheet {...fixed} foot={<Button>Apply</Button>}>
    Show live events only.
  </Sheet>
);
