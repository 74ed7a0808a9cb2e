/** The language of the page for users without preferences: visitors and operators. Each language is listed by its own name. */
import { type Language, languages } from '@fairline/proto/auth/fields';
import { i18n } from '@lingui/core';
import { chooseLanguage, currentLanguage } from '../../domain/people/display-settings.ts';
import { Segments } from '../../ui/controls/segments.tsx';

const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

export function LanguageSwitch({ bare = false }: { bare?: boolean }) {
  return (
    <Segments
      label={i18n._({ id: 'preferences.language', message: 'Language' })}
      bare={bare}
      value={currentLanguage()}
      onChange={chooseLanguage}
      options={languages.map((id) => ({ id, label: names[id] }))}
    />
  );
}
