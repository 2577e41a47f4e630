import { portfolioReview } from '@xueheng/contract/domains/portfolio/portfolio-review.ts'
import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { portfolioChange, teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useReviewActions } from '../../platform/review/use-review-actions.ts'
import { isEditable } from './kind-entity.ts'
import { PortfolioForm } from './PortfolioForm.tsx'
import { auditMark } from './audit-mark.tsx'

const CELLS: OwnCells = { auditStatus: { width: 130, draw: auditMark } }
const QUESTIONS = { send: '提交后等待学校审核，确定提交?', withdraw: '撤回后可以修改，确定撤回?' }

/** 教师档案: the entries one may see; each goes its way from draft to archive. */
export function Page() {
  const actions = [...useReviewActions(portfolioReview, QUESTIONS), useChange()]
  return (
    <CrudPage entity={teacherPortfolio} Form={PortfolioForm}>
      <ListToolbar />
      <ListRows isEditable={isEditable} cells={CELLS} actions={actions} />
    </CrudPage>
  )
}

/** Written by hand, because a change makes another entry. */
function useChange(): RowAction {
  const change = useAction((row: CrudRow) => callApi(portfolioChange, { id: row.id }), {
    confirm: '将另起一条草稿，原档案在变更通过前保持有效，确定申请变更?',
    changes: [teacherPortfolio],
  })
  return {
    code: 'teacherportfolio_edit',
    label: portfolioStates.actions.change.title,
    isFor: (row) => canDo(portfolioStates, 'change', Number(row['auditStatus'])),
    run: (row) => change.run(row),
  }
}
