/** A link that opens a mail to support; hidden if the installation has no support address. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { contactQuery } from './contact-query.ts';

export function ContactLink({
  className,
  icon,
  onClick,
}: {
  className: string;
  icon?: ReactNode;
  onClick?: () => void;
}) {
  const { data } = useQuery(contactQuery);
  if (!data?.email) return null;
  return (
    <a href={`mailto:${data.email}`} onClick={onClick} className={className}>
      {icon}
      {i18n._({ id: 'nav.contact', message: 'Contact' })}
    </a>
  );
}
