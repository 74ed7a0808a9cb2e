/** Queries of the verification tab. They are refetched when the stream reports a change. */
import { documentRoutes } from '@fairline/proto/kyc/documents';
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import { queryOptions } from '@tanstack/react-query';
import { call, download } from '../../client/requests/call.ts';

export const kycQuery = queryOptions({
  queryKey: ['kyc'],
  queryFn: ({ signal }) => call(verificationRoutes.kyc, { signal }),
});

/** The first page of one's own document, removed from memory with the page. */
export const ownDocumentQuery = (id: string) =>
  queryOptions({
    queryKey: ['own-document', id],
    queryFn: () => download(documentRoutes.ownDocumentFile, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
