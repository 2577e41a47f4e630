import { numberStudents } from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { examArrangeTask } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import {
  CODE_EXAMPLE,
  CODE_PARTS,
  readTemplate,
  writeCode,
} from '@xueheng/contract/domains/exam/arrange/code-template.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { refreshChanges } from '../../../platform/action/changes.ts'
import { callApi, post } from '../../../platform/api/client.ts'
import type { InputProps } from '../../../platform/crud/fields/field-view.ts'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { message } from '../../../platform/ui/message.ts'
import { lossOf } from './plan-steps.ts'
import { PLAN_CHANGES, type Plan } from './use-arrange.ts'

const { codeTemplate, codeStart, codeScope } = examArrangeTask.fields

/** The template with an example of what it makes; saved with the plan, then every candidate gets a number. */
export function CodeDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const asked = lossOf(plan, 'numbers')
  return (
    <FormDialog
      title={t('编考号')}
      fields={[
        ['codeTemplate', { ...codeTemplate, required: true }],
        ['codeStart', codeStart],
        ['codeScope', codeScope],
      ]}
      initial={{ codeTemplate: plan.codeTemplate, codeStart: plan.codeStart, codeScope: plan.codeScope }}
      inputs={{ codeTemplate: TemplateInput }}
      checks={{ codeTemplate: async (template) => problemOf(String(template)) }}
      okText={t('编考号')}
      changes={PLAN_CHANGES}
      done=""
      {...(asked && { confirm: t(asked) })}
      work={async (typed) => {
        const { id, updateTime } = plan
        if (Object.entries(typed).some(([name, value]) => plan[name as keyof Plan] !== value)) {
          await post(`${examArrangeTask.paths[0]}/submit`, { body: { id, updateTime, ...typed } })
          // Numbers may be refused: another template is then compared with the one that is saved by now.
          await refreshChanges(client, [['arrange-plan', id]])
        }
        return callApi(numberStudents, { arrangeTaskId: id })
      }}
      onDone={(made) =>
        message.success(
          t('已编{num}个考号，从{first}到{last}', {
            num: made?.numbered ?? 0,
            first: made?.first ?? '',
            last: made?.last ?? '',
          }),
        )
      }
      onClose={onClose}
    />
  )
}

function problemOf(template: string): string | undefined {
  const read = readTemplate(template)
  return 'problem' in read ? read.problem : undefined
}

/** Parts are typed or added by a click; what comes of them stands below at once, what is wrong with them at the field. */
function TemplateInput({ id, value, onChange, onBlur }: InputProps) {
  const t = useT()
  const text = String(value ?? '')
  const read = readTemplate(text)
  return (
    <div className="arrange-template">
      <Input id={id ?? ''} value={text} onChange={(event) => onChange?.(event.target.value)} onBlur={onBlur} />
      <div className="arrange-parts">
        {CODE_PARTS.map((part) => (
          <Button key={part} size="small" onClick={() => onChange?.(`${text}[${part}]`)}>
            {t(part)}
          </Button>
        ))}
      </div>
      <p aria-live="polite">
        {'pieces' in read && t('示例 {example}', { example: writeCode(read.pieces, CODE_EXAMPLE) })}
      </p>
    </div>
  )
}
