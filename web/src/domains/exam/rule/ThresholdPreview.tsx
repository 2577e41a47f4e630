import type { ExamCourse } from '@xueheng/contract/domains/exam/exam-info.ts'
import { type ExamRule, TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { LINES, lineByShare } from '../course/course-rows.ts'

/** The marks that follow from the shares, course by course; fixed ones are printed strong. */
export function ThresholdPreview({ rule, courses }: { rule: ExamRule; courses: ExamCourse[] }) {
  const t = useT()
  return (
    <aside className="rule-preview" aria-label={t('界线预览')}>
      <h3>{t('界线预览')}</h3>
      {courses.length === 0 ? (
        <p>{t('设置科目后，这里显示每一科的界线。')}</p>
      ) : (
        <table className="exam-grid">
          <thead>
            <tr>
              <th>{t('科目')}</th>
              <th>{t('满分')}</th>
              {LINES.map((line) => (
                <th key={line.column}>{t(line.title)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {courses.map((course) => (
              <tr key={course.courseName}>
                <th scope="row">{t(course.courseName)}</th>
                <td>{course.examScore}</td>
                {LINES.map(({ column, share }) => (
                  <td key={column}>
                    {course[column] === null ? lineByShare(course.examScore, rule[share]) : <b>{course[column]}</b>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        {t('{total}的满分是学生应考科目满分之和的最高值。加粗为科目中填写的固定界线。', { total: t(TOTAL_COURSE) })}
      </p>
    </aside>
  )
}
