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
import { type Params, get } from '../../../platform/api/client.ts'
import { isOver, readJobs, useJobs } from '../../../platform/jobs/jobs.ts'

export type Plan = EntityRow<typeof examArrangeTask.fields>
export type Room = EntityRow<typeof examArrangeTaskRoom.fields>
export type Student = EntityRow<typeof examArrangeTaskStudent.fields>
export type PlanAction = keyof typeof arrangeStates.actions

export const PLANS_PATH = '/bigdata/arrange/examArrangeTask'
export const STUDENTS_PATH = '/bigdata/arrange/examArrangeTaskStudent'
export const ROOMS_PATH = '/bigdata/arrange/examArrangeTaskRoom'
/** Rooms that are offered at once; others are found by typing. */
const MOST_ROOMS = 50
/** Seats a room may have. */
const MOST_SEATS = 200

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

/** The first rooms of a plan whose number or point holds what is typed, and how many there are. */
export function useRooms(arrangeTaskId: string, typed = '') {
  const name = /\d/.test(typed) ? 'examRoomNo' : 'examPointName'
  return useQuery({
    queryKey: ['arrange-plan', arrangeTaskId, 'rooms', typed],
    queryFn: () => readRooms({ arrangeTaskId, [name]: typed, size: MOST_ROOMS }),
    placeholderData: (old) => old,
  })
}

/** The room of that number, as a list of one or none. */
export function useRoomsNamed(arrangeTaskId: string, examRoomNo: string | null) {
  return useQuery({
    queryKey: ['arrange-plan', arrangeTaskId, 'rooms-named', examRoomNo],
    enabled: examRoomNo !== null,
    queryFn: () => readRooms({ arrangeTaskId, examRoomNo_equal: examRoomNo, size: 1 }),
  })
}

function readRooms(query: Params): Promise<Page<Room>> {
  return get<Page<Room>>(`${examArrangeTaskRoom.paths[0]}/list`, query)
}

/** Who sits in a room, by the number of the seat. */
export function useOccupants(arrangeTaskId: string, examRoomNo: string | undefined) {
  return useQuery({
    queryKey: ['arrange-plan', arrangeTaskId, 'room', examRoomNo],
    enabled: examRoomNo !== undefined,
    queryFn: async () => {
      const query = { arrangeTaskId, examRoomNo_equal: examRoomNo, size: MOST_SEATS }
      const { records } = await get<Page<Student>>(`${examArrangeTaskStudent.paths[0]}/list`, query)
      return new Map(records.filter(({ seatRow }) => seatRow !== null).map((one) => [one.examRoomSeatNum ?? 0, one]))
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
