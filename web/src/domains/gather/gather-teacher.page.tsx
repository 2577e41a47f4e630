import { gatherTeacher, prefillTeachers, sendTeachers } from '@xueheng/contract/domains/gather/gather-teacher.ts'
import { portfolioTitles } from '@xueheng/contract/domains/gather/portfolio-title.ts'
import { gatherTeacherReview } from '@xueheng/contract/domains/gather/gather-teacher-review.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import type { Values } from '../../platform/form/values.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ArchiveTeachers } from './ArchiveTeachers.tsx'
import { PortfolioTitles } from './PortfolioTitles.tsx'
import { PrefilledShare } from './PrefilledShare.tsx'
import { sayPrefilled, saySent } from './say-done.ts'
import { FillSheet } from './sheet/FillSheet.tsx'
import { TEACHER_SHEET } from './sheet/sheet-kinds.ts'
import { GATHER_QUESTIONS, mayEditGathered, mayRemoveGathered } from './row-steps.ts'

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
  const [step, choose] = useState<'prefill' | 'send' | 'archive' | 'titles'>()
  const [hasTitles, tellTitles] = useState(false)
  /** What the portfolios know is offered where it is not what was brought in. */
  const offerTitles = async (answer: Output<typeof prefillTeachers>, typed: Values) => {
    sayPrefilled(answer)
    const gatherTaskId = String(typed['gatherTaskId'])
    if (!can('gatherteacher_edit') || (await callApi(portfolioTitles, { gatherTaskId })).length === 0) return
    setSearch({ taskId: gatherTaskId })
    tellTitles(true)
  }
  const actions = useReviewActions(gatherTeacherReview, GATHER_QUESTIONS)
  const shared = { changes: [gatherTeacher], onClose: () => choose(undefined), done: '' }
  return (
    <CrudPage entity={gatherTeacher}>
      <ListToolbar>
        {can('gatherteacher_add') && <Button onClick={() => choose('prefill')}>{t('带出教师采集')}</Button>}
        {can('gatherteacher_edit') && <Button onClick={fillIn}>{t('表格填报')}</Button>}
        {can('gatherteacher_edit') && <Button onClick={() => choose('send')}>{t('提交全部')}</Button>}
        {can('gatherteacher_edit') && <Button onClick={() => choose('titles')}>{t('采用教师档案')}</Button>}
        {can('gatherteacher_archive') && <Button onClick={() => choose('archive')}>{t('归档教师')}</Button>}
      </ListToolbar>
      <PrefilledShare asked="teacher" />
      <ListRows actions={actions} isEditable={mayEditGathered} isRemovable={mayRemoveGathered} />
      {step === 'prefill' && <CallDialog call={prefillTeachers} onDone={offerTitles} {...shared} />}
      {step === 'titles' && <PortfolioTitles onClose={() => choose(undefined)} />}
      {hasTitles && <PortfolioTitles onClose={() => tellTitles(false)} />}
      {step === 'send' && <CallDialog call={sendTeachers} onDone={saySent} {...shared} />}
      {step === 'archive' && <ArchiveTeachers onClose={() => choose(undefined)} />}
    </CrudPage>
  )
}
