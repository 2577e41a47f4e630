import { queryStudentQuestionScore } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Scrollable } from '../../../platform/ui/Scrollable.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { factKey } from '../exam.ts'
import { KnowledgeRadar } from './KnowledgeRadar.tsx'
import { rateText } from './knowledge.ts'
import type { StudentQuestion } from './question-rows.ts'

interface StudentQuestionsProps {
  examId: string
  courseName: string
  studentNumber: string
  onClose: () => void
}

/** One student's questions beside the means around him; where he lost most against his class comes first. */
export function StudentQuestions({ examId, courseName, studentNumber, onClose }: StudentQuestionsProps) {
  const t = useT()
  const asked = { examId, courseName, studentNumber }
  const lines = useQuery({
    queryKey: factKey(examId, 'student-questions', courseName, studentNumber),
    queryFn: () => callApi(queryStudentQuestionScore, asked),
  })
  return (
    <AppModal open width={880} title={`${studentNumber} · ${t(courseName)}`} onCancel={onClose} footer={null}>
      {lines.error ? (
        <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />
      ) : !lines.data ? (
        <Skeleton rows={6} />
      ) : lines.data.length === 0 ? (
        <Empty title={t('没有小题分')} />
      ) : (
        <>
          <KnowledgeRadar lines={lines.data} />
          <QuestionTable lines={lines.data} />
        </>
      )}
    </AppModal>
  )
}

const HEADS = ['题号', '分值', '得分', '得分率', '班级', '学校', '联考', '作答', '答案', '知识点']

function QuestionTable({ lines }: { lines: StudentQuestion[] }) {
  const t = useT()
  return (
    <Scrollable label={t('小题分')} className="question-scroll">
      <table className="question-table">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head}>{t(head)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.questionNo} data-level={isBehind(line) ? 'behind' : undefined}>
              <th scope="row">{line.questionNo}</th>
              <td className="is-sum">{line.full}</td>
              <td className="is-sum">{line.score ?? '—'}</td>
              <td className="is-sum">{rateText(line.rate)}</td>
              <td className="is-sum">{rateText(line.classRate)}</td>
              <td className="is-sum">{rateText(line.schoolRate)}</td>
              <td className="is-sum">{rateText(line.allRate)}</td>
              <td>{line.answer}</td>
              <td>{line.key}</td>
              <td>{line.knowledge.map((one) => one.name).join('、')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

/** Clearly below those around: a tenth of the marks or more. */
function isBehind({ rate, classRate, allRate }: StudentQuestion): boolean {
  const around = classRate ?? allRate
  return around !== null && (rate ?? 0) <= around - 0.1
}
