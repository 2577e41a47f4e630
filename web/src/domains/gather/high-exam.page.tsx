import { gatherHighExamScore, sendHighExams } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ArchiveHighExams } from './high-exam/ArchiveHighExams.tsx'
import { RevokeDialog } from './high-exam/RevokeDialog.tsx'
import { mayEdit, mayRemove } from './high-exam/states.ts'
import { useCultureActions } from './high-exam/use-chain-actions.ts'
import { saySent } from './say-done.ts'
import { FillSheet } from './sheet/FillSheet.tsx'
import { HIGH_EXAM_SHEET } from './sheet/sheet-kinds.ts'

/** 高考成绩采集: candidates and their scores, typed or by workbook, handed in for audit; the art scores have a screen of their own. */
export function Page() {
  const [search] = useTabSearch()
  return search.get('sheet') ? <FillSheet kind={HIGH_EXAM_SHEET} /> : <Rows />
}

function Rows() {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const fillIn = () => setSearch({ sheet: '1', taskId: search.get('gatherTaskId') ?? undefined })
  const [step, choose] = useState<'send' | 'archive'>()
  const { actions, revoked, forget } = useCultureActions()
  return (
    <CrudPage entity={gatherHighExamScore}>
      <ListToolbar>
        {can('gatherhighexamscore_edit') && <Button onClick={fillIn}>{t('表格填报')}</Button>}
        {can('gatherhighexamscore_edit') && <Button onClick={() => choose('send')}>{t('提交全部')}</Button>}
        {can('gatherhighexamscore_archive') && <Button onClick={() => choose('archive')}>{t('归档高考成绩')}</Button>}
      </ListToolbar>
      <ListRows actions={actions} isEditable={mayEdit} isRemovable={mayRemove} />
      {step === 'send' && (
        <CallDialog
          call={sendHighExams}
          changes={[gatherHighExamScore]}
          done=""
          onDone={saySent}
          onClose={() => choose(undefined)}
        />
      )}
      {step === 'archive' && <ArchiveHighExams onClose={() => choose(undefined)} />}
      {revoked && <RevokeDialog chain="culture" row={revoked} onClose={forget} />}
    </CrudPage>
  )
}
