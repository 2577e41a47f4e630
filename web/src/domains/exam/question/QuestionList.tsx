import { questionScoreList, submitQuestionScore } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { CallDialog } from '../../../platform/form/CallDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type Exam, examChanges, factKey, whyNot } from '../exam.ts'
import { QuestionCorrection } from '../correction/QuestionCorrection.tsx'
import { ListHead, ListPages } from './ListHead.tsx'
import { QuestionExport } from './QuestionExport.tsx'
import { type MarkRow, type QuestionCourse, useListPlace } from './question-rows.ts'

interface QuestionListProps {
  exam: Exam
  course: QuestionCourse
  onStudent: (studentNumber: string) => void
}

const ORDERS = { none: '按题号', low: '得分从低到高', high: '得分从高到低' }
const ORDER_INPUT = { none: {}, low: { ascs: 'score' }, high: { descs: 'score' } }

/** A row per student and question, of one question or all; marks are mended before the archive, and corrected by an application after it. */
export function QuestionList({ exam, course, onStudent }: QuestionListProps) {
  const t = useT()
  const can = useCan()
  const { place, turnTo, find } = useListPlace(`list-${exam.id}-${course.courseName}`)
  const [questionNo, setQuestion] = useState<string | null>(null)
  const [order, setOrder] = useState<keyof typeof ORDERS>('none')
  const [mending, mend] = useState<MarkRow>()
  const { courseName, isArchived } = course
  const { current, size, studentNumber } = place
  const asked = { examId: exam.id, courseName, questionNo, current, size, studentNumber, ...ORDER_INPUT[order] }
  const rows = useQuery({
    queryKey: factKey(exam.id, 'question-list', asked),
    queryFn: () => callApi(questionScoreList, asked),
    placeholderData: keepPreviousData,
  })
  const canMend = can('examscorestudentcoursequestion_edit') && !isArchived && !whyNot(exam, 'importQuestion')
  const canCorrect = can('examscorecorrection_add') && isArchived === 1 && !whyNot(exam, 'correct')
  if (rows.error) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />
  if (!rows.data) return <Skeleton rows={8} />
  return (
    <>
      <ListHead onFind={find}>
        <Narrowing
          {...{ course, questionNo, order }}
          onQuestion={(next) => {
            setQuestion(next)
            turnTo(1, size)
          }}
          onOrder={setOrder}
        />
        <QuestionExport asked={{ examId: exam.id, courseName, questionNo, studentNumber, ...ORDER_INPUT[order] }} />
      </ListHead>
      {rows.data.records.length === 0 ? (
        <Empty title={t('没有小题分')} />
      ) : (
        <MarkTable
          rows={rows.data.records}
          onStudent={onStudent}
          {...((canMend || canCorrect) && { change: { label: canMend ? '修改' : '更正', run: mend } })}
        />
      )}
      <ListPages place={place} total={rows.data.total} onTurn={turnTo} />
      {mending && canMend && <MendDialog exam={exam} row={mending} onClose={() => mend(undefined)} />}
      {mending && canCorrect && <QuestionCorrection examId={exam.id} row={mending} onClose={() => mend(undefined)} />}
    </>
  )
}

interface NarrowingProps {
  course: QuestionCourse
  questionNo: string | null
  order: keyof typeof ORDERS
  onQuestion: (questionNo: string | null) => void
  onOrder: (order: keyof typeof ORDERS) => void
}

function Narrowing({ course, questionNo, order, onQuestion, onOrder }: NarrowingProps) {
  const t = useT()
  return (
    <>
      <Select
        allowClear
        aria-label={t('题号')}
        placeholder={t('题号')}
        value={questionNo}
        options={[...new Set(course.questions.map((one) => one.questionNo))].map((value) => ({
          value,
          label: value,
        }))}
        onChange={(next: string | undefined) => onQuestion(next ?? null)}
      />
      <Select
        aria-label={t('排序')}
        value={order}
        options={Object.entries(ORDERS).map(([value, label]) => ({ value, label: t(label) }))}
        onChange={onOrder}
      />
    </>
  )
}

/** Asks for another mark of one student for one question. */
function MendDialog({ exam, row, onClose }: { exam: Exam; row: MarkRow; onClose: () => void }) {
  const t = useT()
  const { courseName, studentNumber, questionNo, studentName, score, answer } = row
  return (
    <CallDialog
      call={submitQuestionScore}
      title={`${studentName} · ${t(courseName)} ${questionNo}`}
      given={{ examId: exam.id, courseName, studentNumber, questionNo }}
      initial={{ score, answer }}
      okText={t('保存')}
      done="已保存"
      changes={examChanges(exam.id)}
      onClose={onClose}
    />
  )
}

interface MarkTableProps {
  rows: MarkRow[]
  onStudent: (studentNumber: string) => void
  change?: { label: string; run: (row: MarkRow) => void }
}

function MarkTable({ rows, onStudent, change }: MarkTableProps) {
  const t = useT()
  const heads = ['考号', '姓名', '学校', '班级', '题号', '分值', '得分', '作答', ...(change ? ['操作'] : [])]
  return (
    <Scrollable label={t('小题分')} className="question-scroll">
      <table className="question-table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{t(head)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <button type="button" className="crud-link" onClick={() => onStudent(row.studentNumber)}>
                  {row.studentNumber}
                </button>
              </th>
              <td>{row.studentName}</td>
              <td>{row.schoolName}</td>
              <td>{row.examClass}</td>
              <td>{row.questionNo}</td>
              <td className="is-sum">{row.questionScore}</td>
              <td className="is-sum">{row.score ?? '—'}</td>
              <td>{row.answer}</td>
              {change && (
                <td>
                  <Button type="link" size="small" onClick={() => change.run(row)}>
                    {t(change.label)}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
