import { tagList } from '@xueheng/contract/domains/mp/wx-user.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { useCan } from '../../platform/session/session.ts'

export type Tag = NonNullable<Output<typeof tagList>>[number]

/** What is read again when tags have changed. */
export const TAGS_KEY = ['mp', 'tags']

/** Tags of the chosen account, for who may see them. */
export function useTags() {
  const can = useCan()
  return useQuery({ queryKey: TAGS_KEY, queryFn: () => callApi(tagList), enabled: can('wxusertags_view') })
}
