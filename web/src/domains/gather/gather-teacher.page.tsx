import { gatherStates } from '@xueheng/contract/domains/gather/gather-states.ts'
import { gatherTeacher, prefillTeachers, sendTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { gatherTeacherReview } from '@xueheng/contract/domains/gather/gather-teacher-review.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ArchiveTeachers } from './ArchiveTeachers.tsx'
import { PrefilledShare } from './PrefilledShare.tsx'
import { sayPrefilled, saySent } from './say-done.ts'
import { FillSheet } from './sheet/FillSheet.tsx'
import { TEACHER_SHEET } from './sheet/sheet-kinds.ts'

const QUESTIONS = { send: '提交后等待审核，确定提交?', withdraw: '撤回后可以修改，确定撤回?' }

/** 教师采集: brought in from the assignments, mended by hand or workbook, handed in for audit, archived into the register. */
export function Page() {
  const [search] = useTabSearch()
  return search.get('sheet') ? <FillSheet kind={TEACHER_SHEET} /> : <Rows />
}

function Rows() {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const fillIn = () => setSearch({ sheet: '1', taskId: search.get('gatherTaskId') ?? undefined })
  const [step, choose] = useState<'prefill' | 'send' | 'archive'>()
  const actions = useReviewActions(gatherTeacherReview, QUESTIONS)
  const shared = { changes: [gatherTeacher], onClose: () => choose(undefined), done: '' }
  return (
    <CrudPage entity={gatherTeacher}>
      <ListToolbar>
        {can('gatherteacher_add') && <Button onClick={() => choose('prefill')}>{t('带出教师采集')}</Button>}
        {can('gatherteacher_edit') && <Button onClick={fillIn}>{t('表格填报')}</Button>}
        {can('gatherteacher_edit') && <Button onClick={() => choose('send')}>{t('提交全部')}</Button>}
        {can('gatherteacher_archive') && <Button onClick={() => choose('archive')}>{t('归档教师')}</Button>}
      </ListToolbar>
      <PrefilledShare asked="teacher" />
      <ListRows actions={actions} isEditable={mayEdit} isRemovable={mayEdit} />
      {step === 'prefill' && <CallDialog call={prefillTeachers} onDone={sayPrefilled} {...shared} />}
      {step === 'send' && <CallDialog call={sendTeachers} onDone={saySent} {...shared} />}
      {step === 'archive' && <ArchiveTeachers onClose={() => choose(undefined)} />}
    </CrudPage>
  )
}

function mayEdit(row: CrudRow): boolean {
  return canDo(gatherStates, 'edit', Number(row['gatherStatus']))
}
