import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { ReportPage } from '../../platform/report/ReportPage.tsx'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { StudentProfile } from './StudentProfile.tsx'

/** 学生成绩查询: a search; one student of one exam (both in the address) is shown with all exams. */
export function Page() {
  const [search, setSearch] = useTabSearch()
  const examId = search.get('examId')
  const studentNumber = search.get('studentNumber')
  if (!examId || !studentNumber) return <ReportPage report={studentScore} />
  return (
    <StudentProfile
      examId={examId}
      studentNumber={studentNumber}
      onBack={() => setSearch({ studentNumber: undefined })}
    />
  )
}
