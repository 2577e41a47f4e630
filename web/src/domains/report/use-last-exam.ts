import { lastExam } from '@xueheng/contract/domains/report/last-exam.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { mayRead } from '../../platform/crud/lookups.ts'

/**
 * How the units of the user did in this published exam, or in the newest; nothing is asked for those who may not read results.
 * `refetchInterval`: milliseconds after which it is read anew.
 */
export function useLastExam(refetchInterval: number | false = false, examId = '') {
  return useQuery({
    queryKey: ['exam', 'last', examId],
    queryFn: () => callApi(lastExam, { examId }),
    enabled: mayRead(lastExam),
    refetchInterval,
  })
}

export type Standing = NonNullable<ReturnType<typeof useLastExam>['data']>[number]

/** What kind of unit it is, by the codes it has. */
export function grainOf({ areaCode, schoolCode, classCode }: Standing): 'all' | 'area' | 'school' | 'class' {
  if (classCode) return 'class'
  if (schoolCode) return 'school'
  return areaCode ? 'area' : 'all'
}

/** The kind of the units below; those of a class are the classes beside it. */
export const GRAIN_BELOW = { all: 'area', area: 'school', school: 'class', class: 'class' } as const
