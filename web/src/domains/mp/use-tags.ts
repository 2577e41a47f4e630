import { tagList } from '@xueheng/contract/domains/mp/wx-user.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

export type Tag = NonNullable<Output<typeof tagList>>[number]

/** What is read again when tags have changed. */
export const TAGS_KEY = ['mp', 'tags']

/** Tags of the chosen account. */
export function useTags() {
  return useQuery({ queryKey: TAGS_KEY, queryFn: () => callApi(tagList) })
}
