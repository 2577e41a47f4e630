import { correctionReview } from '@xueheng/contract/domains/exam/score-correction-review.ts'
import { correctionStates, examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../../platform/crud/CrudPage.tsx'
import { usePhone } from '../../../platform/crud/use-phone.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { partsOf } from '../../../platform/review/ReviewParts.tsx'
import { useReviewActions } from '../../../platform/review/use-review-actions.ts'
import { useCan } from '../../../platform/session/session.ts'
import { BulkCorrection } from './BulkCorrection.tsx'
import { CorrectionName } from './CorrectionName.tsx'
import { SumNotice } from './SumNotice.tsx'

const QUESTIONS = { send: '提交后等待审批，确定提交?', withdraw: '撤回后可以修改，确定撤回?' }
const { Detail } = partsOf(correctionReview, CorrectionName)

/** Corrections of one exam or of all: who asked for what, why, and what became of it. */
export function CorrectionList({ examId }: { examId?: string }) {
  const t = useT()
  const can = useCan()
  const [isBulk, setBulk] = useState(false)
  const [opened, open] = useState<CrudRow>()
  const actions = [
    ...useReviewActions(correctionReview, QUESTIONS),
    { code: 'examscorecorrection_view', label: '经过', run: open },
  ]
  const one = examId ? { where: { examId_equal: examId }, defaults: { examId }, prefix: 'c-' } : {}
  return (
    <CrudPage entity={examScoreCorrection} {...one}>
      <ListToolbar>
        {can('examscorecorrection_add') && <Button onClick={() => setBulk(true)}>{t('批量更正')}</Button>}
      </ListToolbar>
      <SumNotice examId={examId} />
      <ListRows
        isEditable={(row) => canDo(correctionStates, 'edit', Number(row['correctionStatus']))}
        actions={actions}
      />
      {isBulk && <BulkCorrection examId={examId} onClose={() => setBulk(false)} />}
      {opened && <History row={opened} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}

function History({ row, onClose }: { row: CrudRow; onClose: () => void }) {
  const t = useT()
  const isPhone = usePhone()
  return (
    <Drawer open size={isPhone ? '100%' : 560} title={t('更正的经过')} onClose={onClose}>
      <Detail row={row} />
    </Drawer>
  )
}
