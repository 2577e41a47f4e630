import { type RollOverSchool, rollOverList, rollOverPreview } from '@xueheng/contract/domains/school/roll-over.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import type { JobView } from '@xueheng/contract/platform/jobs.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshChanges } from '../../../platform/action/changes.ts'
import { callApi } from '../../../platform/api/client.ts'
import { isOver, useJobs } from '../../../platform/jobs/jobs.ts'

const KEY = ['school', 'roll-over']
export const ROLL_OVER_CHANGES = [KEY, schoolClasses, basicStudent] as const

/** The dry run of a year; of the one most classes are in without it. */
export function usePreview(studyYear: number | null) {
  return useQuery({
    queryKey: [...KEY, 'preview', studyYear],
    queryFn: () => callApi(rollOverPreview, studyYear === null ? {} : { studyYear }),
  })
}

export function useRollOvers() {
  return useQuery({ queryKey: [...KEY, 'list'], queryFn: () => callApi(rollOverList) })
}

/** The newest promotion or reversal, whichever window started it; when it ends, everything is read again. */
export function useRollOverJob(): JobView | undefined {
  const client = useQueryClient()
  const jobs = useJobs().filter((one) => one.subject === 'roll-over')
  const job = jobs.find((one) => !isOver(one)) ?? jobs[0]
  const { id, state } = job ?? {}
  useEffect(() => {
    if (id && state !== 'waiting' && state !== 'running') void refreshChanges(client, ROLL_OVER_CHANGES)
  }, [client, id, state])
  return job
}

/** Whether a class of the school stands in the way. */
export function isBlocked({ behind, mismatched, doubled }: RollOverSchool): boolean {
  return behind !== '' || mismatched !== '' || doubled !== ''
}

export type Counts = Pick<RollOverSchool, 'promotedNum' | 'graduatedNum' | 'studentNum' | 'graduateNum' | 'looseNum'>

/** The counts of all schools together. */
export function sumOf(schools: RollOverSchool[]): Counts {
  const sum = (name: keyof Counts) => schools.reduce((total, school) => total + school[name], 0)
  return {
    promotedNum: sum('promotedNum'),
    graduatedNum: sum('graduatedNum'),
    studentNum: sum('studentNum'),
    graduateNum: sum('graduateNum'),
    looseNum: sum('looseNum'),
  }
}
