import { PAPER_FORMATS, type Paper } from '@xueheng/contract/domains/report/paper.ts'
import { paperSeal } from '@xueheng/contract/platform/paper.ts'
import { Radio, Select } from 'antd'
import { useMemo, useState } from 'react'
import { text } from '@xueheng/contract/kit/field.ts'
import { callApi } from '../../../platform/api/client.ts'
import type { InputProps } from '../../../platform/crud/fields/field-view.ts'
import type { OwnInputs } from '../../../platform/crud/FormFields.tsx'
import { REASON_CHECK, reasonField } from '../../../platform/crud/ReasonDialog.tsx'
import type { NamedField } from '../../../platform/crud/row.ts'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import type { Values } from '../../../platform/form/values.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { readJobs } from '../../../platform/jobs/jobs.ts'
import { ALL_COURSES, useCourses } from '../../exam/index.ts'
import { ClassInput } from '../../school/index.ts'
import { PaperTextsInput } from './PaperTextsInput.tsx'
import './paper-dialog.css'

export interface PaperUnits {
  areaCode?: string | undefined
  schoolCode?: string | undefined
  classCode?: string | undefined
}

interface PaperDialogProps {
  /** Those the user may print. */
  papers: readonly Paper[]
  examId: string
  units: PaperUnits
  onClose: () => void
}

const REASON = reasonField('导出个人信息的理由（将记入操作日志）')
const TEXTS = text('报告中的文字', { help: '由数字按规则生成，印制前可以核对、改写' })
const STARTED = '已开始印制，完成后在任务中心下载'

/** Which paper, of which units, as what; the job goes on when the dialog and the page are left. */
export function PaperDialog({ papers, examId, units, onClose }: PaperDialogProps) {
  const t = useT()
  const [name, choose] = useState(papers[0]?.name)
  const paper = papers.find((one) => one.name === name) ?? papers[0]
  const inputs = useInputs(examId, paper)
  if (!paper) return null

  return (
    <FormDialog
      title={t('印制报告')}
      fields={fieldsOf(paper)}
      initial={{ ...units, format: 'pdf' }}
      inputs={inputs}
      checks={REASON_CHECK}
      work={(typed: Values) => callApi(paper.call, { ...typed, examId })}
      done={t(STARTED)}
      okText={t('开始印制')}
      onDone={readJobs}
      onClose={onClose}
    >
      <Radio.Group
        className="paper-choice"
        aria-label={t('报告')}
        value={paper.name}
        onChange={(event) => choose(String(event.target.value))}
        options={papers.map((one) => ({ value: one.name, label: <PaperLabel paper={one} /> }))}
      />
    </FormDialog>
  )
}

function PaperLabel({ paper }: { paper: Paper }) {
  const t = useT()
  return (
    <>
      <b>{t(paper.title)}</b>
      <small>{t(paper.hint)}</small>
    </>
  )
}

/** Its units, what is written in it, what it is printed as, and why where students are named. */
function fieldsOf({ units, call: { input }, isOfStudents, texts }: Paper): NamedField[] {
  const { help: _help, ...format } = input.format
  return [
    ...units.map((unit): NamedField => [unit, unit === 'classCode' ? { ...input[unit], label: '班级' } : input[unit]]),
    ...(texts ? [['texts', TEXTS] satisfies NamedField] : []),
    ['format', format],
    ...(isOfStudents ? [['reason', REASON] satisfies NamedField] : []),
    ...Object.entries(paperSeal),
  ]
}

/** Classes are those of the school beside them, courses those of the exam. */
function useInputs(examId: string, paper: Paper | undefined): OwnInputs {
  return useMemo(
    () => ({
      classCode: ClassInput,
      format: FormatInput,
      courseName: (props) => <CourseInput {...props} examId={examId} />,
      texts: () => paper?.texts && <PaperTextsInput {...{ paper, examId }} calls={paper.texts} />,
    }),
    [examId, paper],
  )
}

function CourseInput({ id, value, onChange, examId }: InputProps & { examId: string }) {
  const t = useT()
  const courses = useCourses(examId).filter((course) => course !== ALL_COURSES)
  return (
    <Select
      id={id ?? ''}
      value={value}
      onChange={(course) => onChange?.(course)}
      options={courses.map((course) => ({ value: course, label: t(course) }))}
      allowClear
      placeholder={t('全部')}
    />
  )
}

function FormatInput({ id, value, onChange }: InputProps) {
  return (
    <Radio.Group
      id={id ?? ''}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      options={Object.entries(PAPER_FORMATS).map(([format, label]) => ({ value: format, label }))}
    />
  )
}
