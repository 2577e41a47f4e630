import { Select } from 'antd'
import { formatSchoolYear } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import type { ExamChoice } from './exam-choice.ts'
import './exam-picker.css'

interface ExamPickerProps {
  exams: ExamChoice[]
  value: string | undefined
  onChange: (examId: string) => void
  /** Which of several exams it is. */
  label?: string
}

/** Exams by study year, the newest first; one without a package says so. */
export function ExamPicker({ exams, value, onChange, label }: ExamPickerProps) {
  const t = useT()
  const years = [...new Set(exams.map((exam) => exam.studyYear))].toSorted((one, other) => other - one)
  return (
    <Select
      className="report-exam"
      aria-label={label ?? t('考试')}
      value={value}
      onChange={onChange}
      placeholder={t('请选择考试')}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={360}
      options={years.map((year) => ({
        label: t('{year}学年', { year: formatSchoolYear(year) }),
        title: String(year),
        options: exams
          .filter((exam) => exam.studyYear === year)
          .map((exam) => ({ value: exam.id, label: exam.examName })),
      }))}
      optionRender={({ value: id }) => <ExamLine exam={exams.find((exam) => exam.id === id)} />}
    />
  )
}

function ExamLine({ exam }: { exam: ExamChoice | undefined }) {
  const t = useT()
  if (!exam) return null
  return (
    <span className="report-exam-line">
      <span>{exam.examName}</span>
      <small>{exam.packageVersion > 0 ? exam.beginDate : t('未生成报表')}</small>
    </span>
  )
}
