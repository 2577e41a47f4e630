import * as rooms from '@xueheng/contract/domains/exam/arrange/arrange-room.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { CallDialog } from '../../../platform/form/CallDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { ListLink, StepButton, type StepProps } from './StepButton.tsx'
import { isAllowed, typeOf } from './plan-steps.ts'
import { PLAN_CHANGES, ROOMS_PATH } from './use-arrange.ts'

/** Rooms are made for the candidates; those that stand are made anew after a question. */
export function RoomActions({ plan, roomNum }: StepProps & { roomNum: number }) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {can('examarrangetaskroom_add') && isAllowed(plan, 'initRooms') && (
        <Button size="small" type={typeOf(plan, 'rooms')} onClick={() => setOpen(true)}>
          {t('建立考场')}
        </Button>
      )}
      <StepButton
        plan={plan}
        label="清空"
        action="clearRooms"
        code="examarrangetaskroom_delete"
        asked="全部考场以及座位和考号将清除，确定清空?"
        work={() => callApi(rooms.deleteAllRooms, { arrangeTaskId: plan.id })}
      />
      <ListLink plan={plan} path={ROOMS_PATH} label="考场列表" />
      {isOpen && (
        <CallDialog
          call={rooms.initExamRoom}
          given={{ arrangeTaskId: plan.id }}
          changes={PLAN_CHANGES}
          {...(roomNum > 0 && { confirm: t('原有考场、座位和考号将清除，确定继续?') })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
