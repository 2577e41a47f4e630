import { questionTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportKind, ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { questionCourses } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { factKey } from '../exam.ts'

type Papers = Output<typeof questionCourses>

/** The courses of the exam with their questions; none for other kinds of workbooks. */
export function usePapers(kind: ImportKind, examId: string): Papers {
  const found = useQuery({
    queryKey: factKey(examId, 'question-courses'),
    queryFn: () => callApi(questionCourses, { examId }),
    enabled: kind === 'question' && examId !== '',
  })
  return found.data ?? []
}

/** What a column of a sheet may hold: the questions of its paper. */
export function questionOptions(papers: Papers, { courseName, paperCode }: ImportSheet) {
  const own = papers.find((one) => one.courseName === courseName)?.questions ?? []
  return own
    .filter((one) => one.paperCode === paperCode)
    .map(({ questionNo }) => ({ value: questionTarget(questionNo), label: questionNo }))
}

interface PaperChoiceProps {
  papers: Papers
  sheet: ImportSheet
  onChange: (next: ImportSheet) => void
}

/** Of which course and paper a sheet of question scores is; its columns are read anew when that changes. */
export function PaperChoice({ papers, sheet, onChange }: PaperChoiceProps) {
  const t = useT()
  const options = papers.flatMap(({ courseName, questions }) => {
    const codes = [...new Set(questions.map((one) => one.paperCode))]
    return codes.map((code) => ({
      value: [courseName, code].join(' '),
      label: codes.length > 1 ? `${t(courseName)} ${t('{paper}卷', { paper: code })}` : t(courseName),
    }))
  })
  return (
    <label>
      {t('科目与试卷')}
      <Select
        size="small"
        className="imp-map-paper"
        value={sheet.courseName ? [sheet.courseName, sheet.paperCode].join(' ') : undefined}
        placeholder={t('请选择')}
        disabled={sheet.isIgnored}
        options={options}
        onChange={(chosen) => {
          const [courseName = '', paperCode = ''] = chosen.split(' ')
          onChange({ ...sheet, courseName, paperCode })
        }}
      />
    </label>
  )
}
