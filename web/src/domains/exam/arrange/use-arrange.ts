import { examArrangeTaskRoom } from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { type arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { examArrangeTaskStudent } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Change, refreshChanges } from '../../../platform/action/changes.ts'
import { useAction } from '../../../platform/action/use-action.ts'
import { get } from '../../../platform/api/client.ts'
import { isOver, readJobs, useJobs } from '../../../platform/jobs/jobs.ts'

export type Plan = EntityRow<typeof examArrangeTask.fields>
export type Room = EntityRow<typeof examArrangeTaskRoom.fields>
export type Student = EntityRow<typeof examArrangeTaskStudent.fields>
export type PlanAction = keyof typeof arrangeStates.actions

export const PLANS_PATH = '/bigdata/arrange/examArrangeTask'
export const STUDENTS_PATH = '/bigdata/arrange/examArrangeTaskStudent'
export const ROOMS_PATH = '/bigdata/arrange/examArrangeTaskRoom'
/** Rooms and candidates a list answers at once. */
const MOST = 1000

/** Everything a step of a plan changes. */
export const PLAN_CHANGES: readonly Change[] = [
  examArrangeTask,
  examArrangeTaskRoom,
  examArrangeTaskStudent,
  ['arrange-plan'],
]

export function usePlan(id: string) {
  return useQuery({
    queryKey: ['arrange-plan', id],
    queryFn: () => get<Plan>(`${examArrangeTask.paths[0]}/detail`, { id }),
  })
}

export function useRooms(arrangeTaskId: string) {
  return useQuery({
    queryKey: ['arrange-plan', arrangeTaskId, 'rooms'],
    queryFn: () => get<Page<Room>>(`${examArrangeTaskRoom.paths[0]}/list`, { arrangeTaskId, size: MOST }),
  })
}

/** Who sits in a room, by the number of the seat. */
export function useOccupants(arrangeTaskId: string, examRoomNo: string | undefined) {
  return useQuery({
    queryKey: ['arrange-plan', arrangeTaskId, 'room', examRoomNo],
    enabled: examRoomNo !== undefined,
    queryFn: async () => {
      const query = { arrangeTaskId, examRoomNo, size: MOST }
      const { records } = await get<Page<Student>>(`${examArrangeTaskStudent.paths[0]}/list`, query)
      const own = records.filter((one) => one.examRoomNo === examRoomNo && one.seatRow !== null)
      return new Map(own.map((one) => [one.examRoomSeatNum ?? 0, one]))
    },
  })
}

/** The work on one plan, and how to start it; what it changed is read again when it ends. */
export function usePlanJob(taskId: string) {
  const client = useQueryClient()
  const job = useJobs().find((one) => one.subject === taskId)
  const isRunning = job !== undefined && !isOver(job)
  const { id, state } = job ?? {}
  useEffect(() => {
    if (id) void refreshChanges(client, PLAN_CHANGES)
  }, [client, id, state])
  const starting = useAction(
    async (start: () => Promise<{ jobId: string } | null>) => {
      await start()
      await readJobs()
    },
    { done: '', changes: PLAN_CHANGES },
  )
  return { job, isBusy: starting.isBusy || isRunning, run: starting.run }
}
