/** How to reach us, read alone where the page needs nothing else of support. */
import { faqRoutes } from '@fairline/proto/support/faq';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const contactQuery = queryOptions({ queryKey: ['support', 'contact'], queryFn: ({ signal }) => call(faqRoutes.contact, { signal }), staleTime: 30_000 });
