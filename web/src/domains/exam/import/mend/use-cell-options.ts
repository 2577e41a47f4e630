import { IMPORT_COLUMNS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import { type Field, dict, ref } from '@xueheng/contract/kit/field.ts'
import { classesOfSchool } from '@xueheng/contract/domains/school/school-classes.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../../platform/api/client.ts'
import { type TreeNode, mayRead, useLabels, useRefTree } from '../../../../platform/crud/lookups.ts'
import { useExamCourses } from '../../exam-facts.ts'
import type { Wizard } from '../use-wizard.ts'

const SCHOOL = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' })
/** What a mark may be beside a number. */
const MARK_WORDS = dict('分数状态', 'score_status')
const NOT_TYPED = ['正常', '零分']

/** What the cells of a sheet may hold: `optionsOf` by the column, and the school of the row where it has classes. */
export function useCellOptions({ kind, examId, exam }: Wizard, schoolText: string) {
  const tree = useRefTree(SCHOOL).data ?? []
  const schools = leavesOf(tree)
  const schoolCode = schools.find((school) => school.title === schoolText)?.value ?? ''
  const courses = useExamCourses(examId).data ?? []
  const fields = IMPORT_COLUMNS[kind].flatMap(({ target, title, dict: code }): [string, Field][] =>
    code ? [[target, dict(title, code)]] : [],
  )
  const labels = useLabels([...fields, ['gradeText', dict('年级', 'exam_grade')], ['mark', MARK_WORDS]])
  const classes = useQuery({
    queryKey: ['crud', 'schoolClasses', 'of-school', schoolCode],
    queryFn: () => callApi(classesOfSchool, { schoolCode }),
    enabled: schoolCode !== '' && mayRead(classesOfSchool),
  })
  const classNames = (classes.data?.classes ?? [])
    .filter(({ stage, gradeCode, enterYear }) =>
      exam?.enterYear ? stage === exam.stage && enterYear === exam.enterYear : gradeCode === exam?.gradeCode,
    )
    .flatMap(({ className }) => className ?? [])
  const units: Record<string, string[]> = {
    schoolText: schools.map((school) => school.title),
    classText: classNames,
    courseName: courses.map((course) => course.courseName),
  }
  return function optionsOf(target: string): readonly string[] {
    if (units[target]) return units[target]
    const isMark = kind === 'score' && (target === 'scoreText' || target.startsWith('course:'))
    const texts = [...(labels[isMark ? 'mark' : target]?.values() ?? [])]
    return isMark ? texts.filter((text) => !NOT_TYPED.includes(text)) : texts
  }
}

/** Where a sheet names the school of a row. */
export function schoolColumn({ targets }: ImportSheet): number {
  return targets.indexOf('schoolText')
}

function leavesOf(nodes: TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => (node.children?.length ? leavesOf(node.children) : [node]))
}
