import { lastExam } from '@xueheng/contract/domains/report/last-exam.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { useCan } from '../../platform/session/session.ts'

/** How the units of the user did in the newest published exam; nothing is asked for those who may not read results. */
export function useLastExam() {
  const can = useCan()
  return useQuery({
    queryKey: ['exam', 'last'],
    queryFn: () => callApi(lastExam),
    enabled: can('onescoretworatebrief_view'),
  })
}

export type Standing = NonNullable<ReturnType<typeof useLastExam>['data']>[number]

/** What kind of unit it is, by the codes it has. */
export function grainOf({ areaCode, schoolCode, classCode }: Standing): 'all' | 'area' | 'school' | 'class' {
  if (classCode) return 'class'
  if (schoolCode) return 'school'
  return areaCode ? 'area' : 'all'
}
