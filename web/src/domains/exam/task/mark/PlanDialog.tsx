import { examTaskMarkPlan } from '@xueheng/contract/domains/exam/task/mark-plan.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { saveRow } from '../../../../platform/crud/crud-api.ts'
import { FormDialog } from '../../../../platform/form/FormDialog.tsx'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { MARK_CHANGES, type MarkLine } from './use-marking.ts'

const { taskId: _taskId, needNum: _needNum, seed: _seed, ...typed } = examTaskMarkPlan.fields
const DEFAULTS = Object.fromEntries(Object.entries(typed as Fields).map(([name, field]) => [name, field.default]))

interface PlanDialogProps {
  taskId: string
  /** The plan that is changed; a new one without it. */
  line: MarkLine | undefined
  onClose: () => void
}

/** The workload of a course and who may mark it; how many are needed follows. */
export function PlanDialog({ taskId, line, onClose }: PlanDialogProps) {
  const t = useT()
  const { courseName: _course, ...changeable } = typed
  return (
    <FormDialog
      title={line ? t('阅卷计划：{course}', { course: t(line.courseName) }) : t('新增阅卷计划')}
      fields={Object.entries(line ? changeable : typed)}
      initial={line ? { ...line } : DEFAULTS}
      work={(values) =>
        saveRow(
          examTaskMarkPlan,
          line ? { ...values, id: line.id, updateTime: line.updateTime } : { ...values, taskId },
        )
      }
      changes={MARK_CHANGES}
      onClose={onClose}
    />
  )
}
