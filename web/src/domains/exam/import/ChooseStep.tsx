import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { loadAll } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { type Exam, stateTitle, statusOf } from '../exam.ts'
import { BatchHistory } from './BatchHistory.tsx'
import type { Wizard } from './use-wizard.ts'
import { selectState } from '../../../platform/ui/picker-state.tsx'

const KINDS: { kind: ImportKind; text: string }[] = [
  { kind: 'student', text: '考号、姓名、学校、班级。先导入名单，成绩将按考号匹配。' },
  { kind: 'score', text: '每科一列的宽表，或考号、科目、成绩三列的长表。' },
  { kind: 'teacher', text: '一班一行、每科一列的安排表，或一班一科一行的名单。' },
  { kind: 'question', text: '每题一列的宽表，或考号、题号、得分三列的长表；一科一表，客观题可以是选项。' },
]

export function ChooseStep({ wizard }: { wizard: Wizard }) {
  const t = useT()
  const exams = useQuery({
    queryKey: ['crud', examInfo.name, 'all'],
    queryFn: () => loadAll<Exam>(examInfo.name),
  })
  const options = (exams.data ?? []).map((exam) => ({
    value: exam.id,
    label: exam.examName,
    state: t(stateTitle(statusOf(exam))),
    disabled: !canDo(examStates, IMPORT_KINDS[wizard.kind].action, statusOf(exam)),
  }))
  return (
    <>
      <h2>{t('选择考试和导入内容')}</h2>
      <label className="imp-label" htmlFor="imp-exam">
        {t('考试')}
      </label>
      <Select
        id="imp-exam"
        className="imp-exam"
        value={wizard.examId || undefined}
        placeholder={t('请选择考试')}
        {...selectState(exams)}
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        optionRender={({ data }) => (
          <span className="imp-option">
            {data.label}
            <small>{data.state}</small>
          </span>
        )}
        onChange={(examId) => wizard.choose({ examId, batchId: undefined })}
      />
      <div className="imp-kinds" role="radiogroup" aria-label={t('类型')}>
        {KINDS.map((one) => (
          <button
            key={one.kind}
            type="button"
            role="radio"
            aria-checked={wizard.kind === one.kind}
            className="imp-kind"
            onClick={() => wizard.choose({ kind: one.kind, batchId: undefined })}
          >
            <b>{t(IMPORT_KINDS[one.kind].title)}</b>
            <span>{t(one.text)}</span>
          </button>
        ))}
      </div>
      <footer className="imp-foot">
        <Button type="primary" disabled={!wizard.examId} onClick={() => wizard.open(wizard.batch ? 'check' : 'upload')}>
          {t('下一步')}
        </Button>
      </footer>
      {wizard.examId && <BatchHistory wizard={wizard} />}
    </>
  )
}
