import { useQueryClient } from '@tanstack/react-query'
import { type PortfolioAction, portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { portfolioChange, teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { callApi, post } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, type RowAction } from '../../platform/crud/CrudPage.tsx'
import type { OwnCells } from '../../platform/crud/use-columns.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { isEditable } from './kind-entity.ts'
import { PortfolioForm } from './PortfolioForm.tsx'
import { auditMark } from './audit-mark.tsx'

const CELLS: OwnCells = { auditStatus: { width: 130, draw: auditMark } }
const FIRST = ['portfolioType', 'certName', 'auditStatus', 'teacherName', 'certImageUrl']
const SUBMIT = `${teacherPortfolio.paths[0]}/submit`

/** 教师档案: the entries one may see; each goes its way from draft to archive. */
export function Page() {
  const steps = useSteps()
  return (
    <CrudPage
      entity={teacherPortfolio}
      Form={PortfolioForm}
      isOpen={isEditable}
      cells={CELLS}
      firstFields={FIRST}
      rowActions={steps}
    />
  )
}

function allows(action: PortfolioAction) {
  return (row: CrudRow) => canDo(portfolioStates, action, Number(row['auditStatus']))
}

/** What the owner may do with an entry beside mending it. */
function useSteps(): RowAction[] {
  const t = useT()
  const client = useQueryClient()

  function step(action: PortfolioAction, question: string, work: (row: CrudRow) => Promise<unknown>): RowAction {
    return {
      code: 'teacherportfolio_edit',
      label: portfolioStates.actions[action].title,
      isFor: allows(action),
      async run(row) {
        if (!(await confirmBox(t(question)))) return
        try {
          await work(row)
          message.success(t('操作成功'))
        } catch (error) {
          showError(error)
        }
        await client.invalidateQueries({ queryKey: ['crud', teacherPortfolio.name] })
      },
    }
  }
  const moveTo = (auditStatus: number) => (row: CrudRow) => post(SUBMIT, { body: { id: row.id, auditStatus } })
  return [
    step('submit', '提交后等待学校审核，确定提交?', moveTo(portfolioStates.states.waitSchool.value)),
    step('withdraw', '撤回后可以修改，确定撤回?', moveTo(portfolioStates.states.draft.value)),
    step('change', '将另起一条草稿，原档案在变更通过前保持有效，确定申请变更?', (row) =>
      callApi(portfolioChange, { id: row.id }),
    ),
  ]
}
