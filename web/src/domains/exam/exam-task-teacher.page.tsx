import { examTaskTeacher, takeTeachers } from '@xueheng/contract/domains/exam/task/task-teacher.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { sayTaken } from './task/say-taken.ts'

/** 考务教师: who teaches what, as the schools report it. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [isTaking, setTaking] = useState(false)
  return (
    <CrudPage entity={examTaskTeacher}>
      <ListToolbar>
        {can('examtaskteacher_add') && <Button onClick={() => setTaking(true)}>{t('从任课登记带入')}</Button>}
      </ListToolbar>
      <ListRows />
      {isTaking && (
        <CallDialog
          call={takeTeachers}
          changes={[examTaskTeacher]}
          done=""
          onDone={sayTaken}
          onClose={() => setTaking(false)}
        />
      )}
    </CrudPage>
  )
}
