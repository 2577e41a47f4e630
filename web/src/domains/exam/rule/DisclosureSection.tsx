import {
  type Audience,
  type DisclosurePolicy,
  type OthersTold,
  type RanksTold,
  AUDIENCES,
  AUDIENCE_NAMES,
  defaultDisclosure,
  disclosureFault,
  GROUP_BOUNDS,
  saveDisclosure,
} from '@xueheng/contract/domains/exam/disclosure.ts'
import { Button, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { useTabState } from '../../../platform/tabs/tab.ts'
import { type Exam, useExamAction } from '../exam.ts'
import { PartHead } from '../PartHead.tsx'

const RANKS: { value: RanksTold; label: string }[] = [
  { value: 'none', label: '不公布名次' },
  { value: 'band', label: '只公布百分段' },
  { value: 'exact', label: '公布准确名次' },
]
const OTHERS: { value: OthersTold; label: string }[] = [
  { value: 'hidden', label: '不公布' },
  { value: 'anonymised', label: '以“学校A”代称' },
  { value: 'shown', label: '公布校名' },
]

/** 披露规则: who is told ranks and other schools; it holds at once, in published reports too. */
export function DisclosureSection({ exam }: { exam: Exam }) {
  const t = useT()
  const isAllowed = useCan()('examinfo_publish')
  const stored = { ...defaultDisclosure(exam.stage), ...exam.disclosureJson }
  const [draft, setDraft] = useTabState<DisclosurePolicy | null>('disclosure', null)
  const policy = draft ?? stored
  const problem = disclosureFault(policy)
  const saving = useExamAction(exam.id, () => callApi(saveDisclosure, { examId: exam.id, disclosureJson: policy }), {
    done: '披露规则已保存，立即生效',
    onDone: () => setDraft(null),
  })
  return (
    <section className="disclosure" aria-label={t('披露规则')}>
      <PartHead
        title="披露规则"
        hint="名次和其他学校的成绩对谁公布到什么程度。报表、名单、查询和导出都遵守；发布后也可以改，立即生效并记入日志。"
      >
        {draft && <Button onClick={() => setDraft(null)}>{t('放弃修改')}</Button>}
        {isAllowed && (
          <Button
            type="primary"
            disabled={draft === null || problem !== undefined}
            loading={saving.isBusy}
            onClick={() => void saving.run()}
          >
            {t('保存披露规则')}
          </Button>
        )}
      </PartHead>
      <PolicyForm policy={policy} isLocked={!isAllowed} onChange={setDraft} />
      {problem && (
        <small className="exam-problem" role="alert">
          {t(problem)}
        </small>
      )}
    </section>
  )
}

interface PolicyFormProps {
  policy: DisclosurePolicy
  isLocked: boolean
  onChange: (policy: DisclosurePolicy) => void
}

function PolicyForm({ policy, isLocked, onChange }: PolicyFormProps) {
  const t = useT()
  const group = useId()
  const { rankVisible } = policy
  const tell = (audience: Audience, told: RanksTold) =>
    onChange({ ...policy, rankVisible: { ...rankVisible, [audience]: told } })
  return (
    <div className="rule-numbers">
      {AUDIENCES.map((audience) => (
        <Choice
          key={audience}
          label={t('{who}看到的名次', { who: t(AUDIENCE_NAMES[audience]) })}
          value={rankVisible[audience]}
          options={RANKS}
          isLocked={isLocked}
          onChange={(told) => tell(audience, told)}
        />
      ))}
      <Choice
        label={t('学校看到的其他学校')}
        value={policy.otherUnitNames}
        options={OTHERS}
        isLocked={isLocked}
        onChange={(otherUnitNames) => onChange({ ...policy, otherUnitNames })}
      />
      <div className="rule-number">
        <label htmlFor={group}>{t('非本单位最少人数')}</label>
        <InputNumber<number>
          id={group}
          value={policy.smallestGroup}
          {...GROUP_BOUNDS}
          suffix={t('人')}
          disabled={isLocked}
          onChange={(smallestGroup) => onChange({ ...policy, smallestGroup: smallestGroup ?? GROUP_BOUNDS.min })}
        />
      </div>
    </div>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T
  options: { value: T; label: string }[]
  isLocked: boolean
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, options, isLocked, onChange }: ChoiceProps<T>) {
  const t = useT()
  const id = useId()
  return (
    <div className="rule-number">
      <label htmlFor={id}>{label}</label>
      <Select<T>
        id={id}
        value={value}
        disabled={isLocked}
        options={options.map((option) => ({ value: option.value, label: t(option.label) }))}
        onChange={onChange}
      />
    </div>
  )
}
