/** The theme: dark, light, or the system's. */
import { i18n } from '@lingui/core';
import { chooseTheme, useTheme } from '../theme/theme.ts';
import { Segments } from './segments.tsx';

export function ThemeSwitch() {
  const { choice } = useTheme();
  return (
    <Segments
      label={i18n._({ id: 'theme.label', message: 'Appearance' })}
      value={choice}
      onChange={chooseTheme}
      options={[
        { id: 'dark', label: i18n._({ id: 'theme.dark', message: 'Dark' }) },
        { id: 'light', label: i18n._({ id: 'theme.light', message: 'Light' }) },
        { id: 'system', label: i18n._({ id: 'theme.system', message: 'System' }) },
      ]}
    />
  );
}
