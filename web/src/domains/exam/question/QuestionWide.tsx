import { getQuestionScoreList } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type Exam, factKey } from '../exam.ts'
import { ListHead, ListPages } from './ListHead.tsx'
import { QuestionExport } from './QuestionExport.tsx'
import { type QuestionCourse, type WideRow, useListPlace } from './question-rows.ts'

interface QuestionWideProps {
  exam: Exam
  course: QuestionCourse
  onStudent: (studentNumber: string) => void
}

/** A row per student, a column per question; a row leads to the questions of its student. */
export function QuestionWide({ exam, course, onStudent }: QuestionWideProps) {
  const t = useT()
  const { place, turnTo, find } = useListPlace(`wide-${exam.id}-${course.courseName}`)
  const { courseName } = course
  const { current, size, studentNumber } = place
  const rows = useQuery({
    queryKey: factKey(exam.id, 'question-wide', courseName, place),
    queryFn: () => callApi(getQuestionScoreList, { examId: exam.id, courseName, current, size, studentNumber }),
    placeholderData: keepPreviousData,
  })
  if (rows.error) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
  if (!rows.data) return <Skeleton rows={8} />
  return (
    <>
      <ListHead onFind={find}>
        <QuestionExport asked={{ examId: exam.id, courseName, studentNumber, isWide: 1 }} />
      </ListHead>
      {rows.data.records.length === 0 ? (
        <Empty title={t('没有小题分')} hint={t('导入工作簿后，这里一人一行、一题一列')} />
      ) : (
        <WideTable course={course} rows={rows.data.records} onStudent={onStudent} />
      )}
      <ListPages place={place} total={rows.data.total} onTurn={turnTo} />
    </>
  )
}

interface WideTableProps {
  course: QuestionCourse
  rows: WideRow[]
  onStudent: (studentNumber: string) => void
}

function WideTable({ course, rows, onStudent }: WideTableProps) {
  const t = useT()
  const questions = course.questions.filter(
    (one, i, all) => all.findIndex((other) => other.questionNo === one.questionNo) === i,
  )
  return (
    <Scrollable label={t('小题分')} className="question-scroll">
      <table className="question-table">
        <thead>
          <tr>
            <th>{t('考号')}</th>
            <th>{t('姓名')}</th>
            <th>{t('班级')}</th>
            <th>{t('合计')}</th>
            {questions.map(({ questionNo, questionScore }) => (
              <th key={questionNo}>
                {questionNo}
                <small>{questionScore}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.studentNumber}>
              <th scope="row">
                <button type="button" className="crud-link" onClick={() => onStudent(row.studentNumber)}>
                  {row.studentNumber}
                </button>
              </th>
              <td>{row.studentName}</td>
              <td>{row.examClass}</td>
              <td className="is-sum">{row.total}</td>
              {questions.map(({ questionNo, questionScore }) => (
                <Cell key={questionNo} cell={row.cells[questionNo]} full={questionScore} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

function Cell({ cell, full }: { cell: WideRow['cells'][string] | undefined; full: number }) {
  const score = cell?.score ?? null
  const level = score === null ? 'none' : score === full ? 'full' : score === 0 ? 'zero' : 'part'
  return (
    <td data-level={level}>
      {score ?? '—'}
      {cell?.answer && <small>{cell.answer}</small>}
    </td>
  )
}
