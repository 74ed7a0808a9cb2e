/** Queries of the verifications page. Keys begin with `admin`, so operators' events refetch them. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { kycDeskRoutes } from '@fairline/proto/kyc/desk';
import { type VerificationStatus, verificationStatuses } from '@fairline/proto/kyc/verifications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../client/cache/paged.ts';
import { call, download } from '../../client/requests/call.ts';
import { playersNamed } from '../../domain/people/player-search.ts';

export interface QueueFilter {
  /** `documents`: approved verifications with a document that waits for a decision. */
  status: VerificationStatus | 'all' | 'documents';
  q: string;
}

export function filterOf(search: URLSearchParams): QueueFilter {
  return {
    status:
      ([...verificationStatuses, 'documents'] as const).find((status) => status === search.get('status')) ?? 'all',
    q: search.get('q') ?? '',
  };
}

/** Operators who may read players also search by name and address. */
export const verificationsQuery = ({ status, q }: QueueFilter, byPlayer: boolean) =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'kyc', 'list', { status, q, byPlayer }],
    queryFn: async ({ client, pageParam, signal }) =>
      call(kycDeskRoutes.verifications, {
        query: {
          ...(status === 'documents' ? { documents: 'waiting' as const } : status !== 'all' && { status }),
          ...(q && { q }),
          ...(q && byPlayer && (await playersNamed(client, q))),
          ...cursorQuery(pageParam),
        },
        signal,
      }),
  });

export const verificationQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'kyc', 'one', id],
    queryFn: ({ signal }) => call(kycDeskRoutes.verification, { params: { id }, signal }),
  });

/** Fetched once per opening, because each fetch is recorded in the audit log. */
export const identityQuery = (playerId: string) =>
  queryOptions({
    queryKey: ['identity', playerId],
    queryFn: () => call(staffRoutes.userIdentity, { params: { id: playerId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const documentPageQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['document', id, page],
    queryFn: () => download(kycDeskRoutes.documentFile, { params: { id }, query: { page } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
