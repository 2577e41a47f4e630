import { arrangeStates } from '@xueheng/contract/domains/exam/arrange/arrange-states.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { Progress, Tag } from 'antd'
import type { ReactNode } from 'react'
import { formatSchoolYear } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { percentOf } from '../../../platform/jobs/jobs.ts'
import { useTabTitle } from '../../../platform/tabs/tab.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { LockActions } from './LockActions.tsx'
import { NumberActions } from './NumberActions.tsx'
import { PrintButton } from './PrintButton.tsx'
import { RoomActions } from './RoomActions.tsx'
import { SeatActions } from './SeatActions.tsx'
import { SeatPlan } from './SeatPlan.tsx'
import { StudentActions } from './StudentActions.tsx'
import { STEPS, type StepKey, factOf, standingOf, statusOf } from './plan-steps.ts'
import { type Plan, usePlan, usePlanJob, useRooms } from './use-arrange.ts'
import './arrange.css'

/** One plan as a way: candidates, rooms, seats, numbers, lock; and its rooms as pictures. */
export function ArrangeDesk({ taskId }: { taskId: string }) {
  const plan = usePlan(taskId)
  useTabTitle(plan.data?.taskName)
  if (plan.error && !plan.data) return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
  return plan.data ? <Desk plan={plan.data} /> : <Skeleton rows={10} />
}

function Desk({ plan }: { plan: Plan }) {
  const t = useT()
  const rooms = useRooms(plan.id)
  const roomNum = rooms.data?.total ?? 0
  const work = usePlanJob(plan.id)
  const state = arrangeStates.states[stateOf(arrangeStates, statusOf(plan))].title
  const actions: Record<StepKey, ReactNode> = {
    students: <StudentActions plan={plan} />,
    rooms: <RoomActions plan={plan} roomNum={roomNum} />,
    seats: <SeatActions plan={plan} work={work} />,
    numbers: <NumberActions plan={plan} />,
    lock: <LockActions plan={plan} />,
  }
  return (
    <PageFrame
      title={plan.taskName}
      hint={t('{year}学年', { year: formatSchoolYear(plan.studyYear) })}
      extra={
        <>
          <Tag color="processing">{t(state)}</Tag>
          <PrintButton plan={plan} />
        </>
      }
    >
      <ol className="arrange-steps" aria-label={t('编排的各步')}>
        {STEPS.map(({ key, title }, at) => {
          const standing = standingOf(plan, key)
          return (
            <li key={key} className={`is-${standing}`} aria-current={standing === 'now' ? 'step' : undefined}>
              <h2>
                <i aria-hidden="true">{at + 1}</i>
                {t(title)}
              </h2>
              <p>{factOf(t, plan, key, roomNum)}</p>
              <div className="arrange-actions">{actions[key]}</div>
            </li>
          )
        })}
      </ol>
      {work.isBusy && (
        <Progress percent={work.job ? percentOf(work.job) : 0} status="active" aria-label={t('排座进度')} />
      )}
      {statusOf(plan) >= arrangeStates.states.seated.value && rooms.data && (
        <SeatPlan plan={plan} rooms={rooms.data.records} />
      )}
    </PageFrame>
  )
}
