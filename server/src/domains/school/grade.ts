import { fault } from '../../platform/error.ts'

/** Grades 1–12 by school stage: 小学 1–6, 初中 7–9, 高中 and 中职 10–12. */
const FIRST_GRADE: Record<string, number> = { '1': 1, '2': 7, '3': 10, '4': 10 }

export const GRADE_NAMES = [
  '小一',
  '小二',
  '小三',
  '小四',
  '小五',
  '小六',
  '初一',
  '初二',
  '初三',
  '高一',
  '高二',
  '高三',
]

/** The grade a cohort is in during a study year; undefined before it enters and after it leaves. */
export function gradeOf(stage: string, enterYear: number, studyYear: number): number | undefined {
  const first = FIRST_GRADE[stage]
  if (!first) return undefined
  const grade = first + studyYear - enterYear
  const last = stage === '1' ? 6 : stage === '2' ? 9 : 12
  return grade >= first && grade <= last ? grade : undefined
}

export function stageOfGrade(grade: number): string {
  return grade <= 6 ? '1' : grade <= 9 ? '2' : '3'
}

/** Grades 10 to 12 belong to 高中 and to 中职, all others to one stage. */
export function stagesOfGrade(grade: number): string[] {
  const stage = stageOfGrade(grade)
  return stage === '3' ? ['3', '4'] : [stage]
}

/** Throws where a stage has not the grade. */
export function assertStage(stage: unknown, gradeCode: unknown): void {
  if (!stagesOfGrade(Number(gradeCode)).includes(String(stage))) throw fault('gradeCode', '年级与学段不符')
}

export function enterYearOf(grade: number, studyYear: number): number {
  return studyYear - (grade - (FIRST_GRADE[stageOfGrade(grade)] ?? grade))
}

export function gradeName(grade: number): string {
  return GRADE_NAMES[grade - 1] ?? `${grade}年级`
}

/** Class identity hangs on the year of entry: `<school>-<stage><enterYear><two digits>` survives promotion. */
export function classCodeOf(schoolCode: string, stage: string, enterYear: number, classNo: number): string {
  return `${schoolCode}-${stage}${enterYear}${String(classNo).padStart(2, '0')}`
}
