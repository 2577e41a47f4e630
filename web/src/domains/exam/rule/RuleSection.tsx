import { saveRule } from '@xueheng/contract/domains/exam/exam-info.ts'
import { DEFAULT_RULE, type ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { Button } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import type { PartProps } from '../desk/part-props.ts'
import { useExamAction, whyNot } from '../exam.ts'
import { useExamCourses } from '../exam-facts.ts'
import { GatedButton } from '../GatedButton.tsx'
import type { TermName } from '../../../platform/ui/Term.tsx'
import { PartHead } from '../PartHead.tsx'
import { DisclosureSection } from './DisclosureSection.tsx'
import { RuleForm } from './RuleForm.tsx'
import { ThresholdPreview } from './ThresholdPreview.tsx'
import { ruleProblems } from './rule-problems.ts'

const TERMS: TermName[] = ['口径', '综合值', '超均率']

/** 统计口径: every choice with what it means, and at its side the marks that follow from it. */
export function RuleSection({ exam }: PartProps) {
  const t = useT()
  const courses = useExamCourses(exam.id).data ?? []
  const stored: ExamRule = { ...DEFAULT_RULE, ...exam.ruleJson }
  const [draft, setDraft] = useTabState<ExamRule | null>('rule', null)
  const rule = draft ?? stored
  const problems = ruleProblems(rule)
  const refusal = whyNot(exam, 'editRule')

  const saving = useExamAction(exam.id, () => callApi(saveRule, { examId: exam.id, ruleJson: rule }), {
    done: '口径已保存',
    onDone: () => setDraft(null),
  })

  return (
    <>
      <PartHead
        terms={TERMS}
        title="统计口径"
        hint={refusal ?? '全部报表都按这里的规则计算，生成后不再改变；修改口径后需要重新计算并生成报表。'}
      >
        {draft && <Button onClick={() => setDraft(null)}>{t('放弃修改')}</Button>}
        {!refusal && <Button onClick={() => setDraft(DEFAULT_RULE)}>{t('恢复默认')}</Button>}
        <GatedButton
          exam={exam}
          action="editRule"
          code="examinfo_edit"
          type="primary"
          loading={saving.isBusy}
          reason={
            draft === null ? t('没有改动') : Object.keys(problems).length > 0 ? t('请先改正标红的内容') : undefined
          }
          onClick={() => void saving.run()}
        >
          {t('保存口径')}
        </GatedButton>
      </PartHead>
      <div className="rule-columns">
        <RuleForm
          rule={rule}
          problems={problems}
          isLocked={refusal !== undefined}
          onChange={(change) => setDraft({ ...rule, ...change })}
        />
        <ThresholdPreview rule={rule} courses={courses} />
      </div>
      <DisclosureSection exam={exam} />
    </>
  )
}
