import { studentScore } from '@xueheng/contract/domains/report/student-score.ts'
import { ReportPage } from '../../platform/report/ReportPage.tsx'
import type { Missing, ReportAddress } from '../../platform/report/use-report.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
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
  if (!examId || !studentNumber) return <ReportPage report={studentScore} missingOf={missingOf} />
  return (
    <StudentProfile
      examId={examId}
      studentNumber={studentNumber}
      onBack={() => setSearch({ studentNumber: undefined })}
    />
  )
}

/** All exams of a student can only be followed from one student of the chosen exam. */
function missingOf({ history, studentNumber }: ReportAddress['values']): Missing | undefined {
  return history === '1' && !studentNumber ? NO_STUDENT : undefined
}
