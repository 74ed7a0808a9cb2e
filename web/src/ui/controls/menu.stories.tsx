import { buttonClass } from './button.tsx';
import { Menu } from './menu.tsx';

export default { component: Menu };

const items = (close: () => void) => (
  <button type="button" className="px-4 py-3 text-13" onClick={close}>
    Sign out
  </button>
);

export const Default = () => (
  <Menu button="Account" className={buttonClass('secondary')} panelClass="page-right">
    {items}
  </Menu>
);
export const BesideItsButton = () => (
  <Menu button="Account" className={buttonClass('secondary')} beside>
    {items}
  </Menu>
);
