import { lineStdnumCourseWenLi, lineStdnumWenLi } from '@xueheng/contract/domains/report/line-stdnum.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../platform/api/client.ts'
import type { Part, WenLiRow } from './wen-li.ts'

interface Pair {
  examIdWen: string | undefined
  examIdLi: string | undefined
}

/** Every line of both exams; nothing is asked before there are exams. */
export function useWenLi(part: Part, { examIdWen, examIdLi }: Pair) {
  return useQuery({
    queryKey: ['report', 'wen-li', part, examIdWen, examIdLi],
    queryFn: (): Promise<WenLiRow[]> => {
      const asked = { examIdWen: examIdWen ?? '', examIdLi: examIdLi ?? '' }
      return part === 'total' ? callApi(lineStdnumWenLi, asked) : callApi(lineStdnumCourseWenLi, asked)
    },
    enabled: examIdWen !== undefined && examIdLi !== undefined,
  })
}
