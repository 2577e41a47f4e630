import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'

/** Reads live 10 seconds, so that a tab that comes back to the front does not ask again at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // A refusal stays a refusal; only a call that never arrived is worth another try.
      retry: (count, error) => count < 1 && error instanceof ApiError && error.code === 0,
    },
  },
})
