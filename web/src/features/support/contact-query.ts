/** The query for the contact details, apart from other support queries, for pages that need nothing else. */
import { faqRoutes } from '@fairline/proto/support/faq';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const contactQuery = queryOptions({
  queryKey: ['support', 'contact'],
  queryFn: ({ signal }) => call(faqRoutes.contact, { signal }),
  staleTime: 30_000,
});
