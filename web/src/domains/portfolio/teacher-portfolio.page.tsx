import { type PortfolioAction, portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { portfolioChange, teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi, post } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { isEditable } from './kind-entity.ts'
import { PortfolioForm } from './PortfolioForm.tsx'
import { auditMark } from './audit-mark.tsx'

const CELLS: OwnCells = { auditStatus: { width: 130, draw: auditMark } }
const SUBMIT = `${teacherPortfolio.paths[0]}/submit`

/** 教师档案: the entries one may see; each goes its way from draft to archive. */
export function Page() {
  const steps = useSteps()
  return (
    <CrudPage entity={teacherPortfolio} Form={PortfolioForm}>
      <ListToolbar />
      <ListRows isEditable={isEditable} cells={CELLS} actions={steps} />
    </CrudPage>
  )
}

interface Step {
  action: PortfolioAction
  question: string
  work: (row: CrudRow) => Promise<unknown>
}

/** What the owner may do with an entry beside mending it. */
const STEPS: Step[] = [
  { action: 'submit', question: '提交后等待学校审核，确定提交?', work: moveTo('waitSchool') },
  { action: 'withdraw', question: '撤回后可以修改，确定撤回?', work: moveTo('draft') },
  {
    action: 'change',
    question: '将另起一条草稿，原档案在变更通过前保持有效，确定申请变更?',
    work: (row) => callApi(portfolioChange, { id: row.id }),
  },
]

function moveTo(state: keyof typeof portfolioStates.states) {
  const auditStatus = portfolioStates.states[state].value
  return (row: CrudRow) => post(SUBMIT, { body: { id: row.id, auditStatus } })
}

function useSteps(): RowAction[] {
  const stepping = useAction((step: Step, row: CrudRow) => step.work(row), {
    confirm: (step) => step.question,
    changes: [teacherPortfolio],
  })
  return STEPS.map((step) => ({
    code: 'teacherportfolio_edit',
    label: portfolioStates.actions[step.action].title,
    isFor: (row) => canDo(portfolioStates, step.action, Number(row['auditStatus'])),
    run: (row) => stepping.run(step, row),
  }))
}
