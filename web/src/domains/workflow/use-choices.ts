import { type ChoiceKind, choiceList } from '@xueheng/contract/domains/workflow/request.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** What can be picked by a keyword, and what is picked; the choices before stay until the next ones are there. */
export function useChoices(kind: ChoiceKind, keyword: string, keys: string) {
  return useQuery({
    queryKey: ['flow', 'choices', kind, keyword, keys],
    queryFn: () => callApi(choiceList, { kind, keyword, keys }),
    placeholderData: (old) => old,
  })
}

type Found = Pick<UseQueryResult, 'isLoadingError' | 'isPending' | 'isPlaceholderData'>

/** What stands in place of a name that none of the choices has. */
export function wordsForNameless(...found: Found[]): string {
  if (found.some(({ isLoadingError }) => isLoadingError)) return '加载失败'
  return found.some(({ isPending, isPlaceholderData }) => isPending || isPlaceholderData)
    ? '加载中'
    : '不存在，请重新选择'
}
