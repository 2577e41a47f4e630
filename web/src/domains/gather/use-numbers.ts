import { numInArea, numInClass, numInGrade, numInSchool } from '@xueheng/contract/domains/gather/student-num.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'

/** Milliseconds after which the numbers of schools at work are asked for again. */
const REFRESH_MS = 30_000

export type NumLine = Output<typeof numInArea>[number]

/** What one looks into; nothing is all areas. */
export interface Place {
  areaCode: string | undefined
  schoolCode: string | undefined
  gradeCode: string | undefined
}

/** What the lines of a place are called, where one of them leads, and what is forgotten on the way back. */
export function grainOf(place: Place): { title: string; key?: keyof Place; up?: keyof Place } {
  if (place.gradeCode) return { title: '班级', up: 'gradeCode' }
  if (place.schoolCode) return { title: '年级', key: 'gradeCode', up: 'schoolCode' }
  if (place.areaCode) return { title: '学校', key: 'schoolCode', up: 'areaCode' }
  return { title: '县区', key: 'areaCode' }
}

export function useNumbers(gatherTaskId: string, place: Place) {
  return useQuery({
    queryKey: ['gather-student-num', gatherTaskId, place],
    queryFn: () => loadNumbers(gatherTaskId, place),
    refetchInterval: REFRESH_MS,
  })
}

function loadNumbers(gatherTaskId: string, { areaCode, schoolCode, gradeCode }: Place): Promise<NumLine[]> {
  if (schoolCode && gradeCode) return callApi(numInClass, { gatherTaskId, schoolCode, gradeCode })
  if (schoolCode) return callApi(numInGrade, { gatherTaskId, schoolCode })
  if (areaCode) return callApi(numInSchool, { gatherTaskId, areaCode })
  return callApi(numInArea, { gatherTaskId })
}
