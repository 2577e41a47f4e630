import { useQuery } from '@tanstack/react-query'
import { pendingReviews } from '@xueheng/contract/platform/review.ts'
import { callApi } from '../api/client.ts'

export const PENDING_KEY = ['pending-reviews'] as const
/** Others hand in meanwhile; the badge may be this old. */
const STALE_MS = 60_000

/** What waits for the signed-in user, over all reviews: one line per step in which something waits. */
export function usePendingReviews() {
  return useQuery({
    queryKey: PENDING_KEY,
    queryFn: () => callApi(pendingReviews),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS * 5,
  })
}
