import type { ExamCourse } from '@xueheng/contract/domains/exam/exam-info.ts'
import { basicGradeCourse } from '@xueheng/contract/domains/school/basic-grade-course.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { get } from '../../../platform/api/client.ts'

type GradeCourse = EntityRow<typeof basicGradeCourse.fields>

/** The courses the bureau has set for the grade of an exam, in their order. */
export async function coursesOfGrade(exam: { stage: string; gradeCode: string }): Promise<Partial<ExamCourse>[]> {
  const { records } = await get<Page<GradeCourse>>(`${basicGradeCourse.paths[0]}/list`, {
    stage_equal: exam.stage,
    gradeCode_equal: exam.gradeCode,
    isSealed_equal: 0,
    size: 100,
  })
  return records.map(({ courseName, courseAlias, examScore, isInTotal }) => ({
    courseName,
    courseAlias: (courseAlias ?? '').split(/[,，;；、]/).flatMap((alias) => alias.trim() || []),
    examScore,
    isInTotal: isInTotal ?? 1,
  }))
}
