import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { ReportPage } from './frame/ReportPage.tsx'
import { type Missing, type ReportAddress } from './frame/use-report.ts'
import { defaultExam, useExams } from '../exam/index.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ScoreBookTool } from './ScoreBookTool.tsx'
import { StudentProfile } from './StudentProfile.tsx'

const NO_STUDENT: Missing = {
  title: '请输入考号',
  hint: '历次考试从所选考试中的这名考生出发，列出其全部考试',
}

/** 学生成绩查询: a search; one student of one exam (both in the address) is shown with all exams. */
export function Page() {
  const [search, setSearch] = useTabSearch()
  const examId = search.get('examId')
  const studentNumber = search.get('studentNumber')
  if (!examId || !studentNumber) {
    return <ReportPage report={studentScore} missingOf={missingOf} toolbar={<UnitBook search={search} />} />
  }
  return (
    <StudentProfile
      examId={examId}
      studentNumber={studentNumber}
      onBack={() => setSearch({ studentNumber: undefined })}
    />
  )
}

/** The score book of the exam and unit chosen on the page. */
function UnitBook({ search }: { search: URLSearchParams }) {
  const { data: exams = [] } = useExams()
  const [areaCode, schoolCode] = [search.get('areaCode') ?? undefined, search.get('schoolCode') ?? undefined]
  const examId = search.get('examId') ?? defaultExam(exams)
  return examId ? <ScoreBookTool params={{ examId, areaCode, schoolCode }} /> : null
}

/** All exams of a student can only be followed from one student of the chosen exam. */
function missingOf({ history, studentNumber }: ReportAddress['values']): Missing | undefined {
  return history === '1' && !studentNumber ? NO_STUDENT : undefined
}
