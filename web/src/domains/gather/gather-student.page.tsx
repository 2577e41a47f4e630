import { generateAllAdmissionCard } from '@xueheng/contract/domains/exam/arrange/gather-cards.ts'
import { gatherReview } from '@xueheng/contract/domains/gather/gather-review.ts'
import { gatherStudent, prefillStudents, sendStudents } from '@xueheng/contract/domains/gather/gather-student.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { readJobs } from '../../platform/jobs/jobs.ts'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ArchiveStudents } from './ArchiveStudents.tsx'
import { PrefilledShare } from './PrefilledShare.tsx'
import { sayPrefilled, saySent } from './say-done.ts'
import { FillSheet } from './sheet/FillSheet.tsx'
import { STUDENT_SHEET } from './sheet/sheet-kinds.ts'
import { GATHER_QUESTIONS, mayEditGathered, mayRemoveGathered } from './row-steps.ts'

/** 学生采集: brought in from the register, mended by hand or workbook, handed in for audit, archived into the register. */
export function Page() {
  const [search] = useTabSearch()
  return search.get('sheet') ? <FillSheet kind={STUDENT_SHEET} /> : <Rows />
}

function Rows() {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const fillIn = () => setSearch({ sheet: '1', taskId: search.get('gatherTaskId') ?? undefined })
  const [step, choose] = useState<'prefill' | 'send' | 'archive' | 'cards'>()
  const actions = useReviewActions(gatherReview, GATHER_QUESTIONS)
  const shared = { changes: [gatherStudent], onClose: () => choose(undefined), done: '' }
  return (
    <CrudPage entity={gatherStudent}>
      <ListToolbar>
        {can('gatherstudent_add') && <Button onClick={() => choose('prefill')}>{t('带出学生采集')}</Button>}
        {can('gatherstudent_edit') && <Button onClick={fillIn}>{t('表格填报')}</Button>}
        {can('gatherstudent_edit') && <Button onClick={() => choose('send')}>{t('提交全部')}</Button>}
        {can('gatherstudent_archive') && <Button onClick={() => choose('archive')}>{t('归档学生')}</Button>}
        {can('examarrangetask_print') && <Button onClick={() => choose('cards')}>{t('印制准考证')}</Button>}
      </ListToolbar>
      <PrefilledShare asked="student" />
      <ListRows actions={actions} isEditable={mayEditGathered} isRemovable={mayRemoveGathered} />
      {step === 'prefill' && <CallDialog call={prefillStudents} onDone={sayPrefilled} {...shared} />}
      {step === 'send' && <CallDialog call={sendStudents} onDone={saySent} {...shared} />}
      {step === 'cards' && (
        <CallDialog
          call={generateAllAdmissionCard}
          done="已开始印制，完成后在任务中心下载"
          onDone={readJobs}
          onClose={() => choose(undefined)}
        />
      )}
      {step === 'archive' && <ArchiveStudents onClose={() => choose(undefined)} />}
    </CrudPage>
  )
}
