import { defineCall } from '../../kit/call.ts'
import { json, ref } from '../../kit/field.ts'

/** Who reads figures of an exam, from the narrowest: students, parents, class teachers, schools, the bureau. */
export const AUDIENCES = ['student', 'parent', 'teacher', 'school', 'bureau'] as const
export type Audience = (typeof AUDIENCES)[number]

export const AUDIENCE_NAMES: Record<Audience, string> = {
  student: '学生',
  parent: '家长',
  teacher: '班主任',
  school: '学校',
  bureau: '教育局',
}

/** How a place among others is told: not at all, as a band of percent, or itself. */
export const RANKS_TOLD = ['none', 'band', 'exact'] as const
export type RanksTold = (typeof RANKS_TOLD)[number]

/** How schools see others of their area: by name, as 学校A, or not at all. */
export const OTHERS_TOLD = ['shown', 'anonymised', 'hidden'] as const
export type OthersTold = (typeof OTHERS_TOLD)[number]

/** 披露规则：一次考试的名次与他校成绩对谁公布到什么程度，随时可改，立即生效。 */
export interface DisclosurePolicy {
  rankVisible: Record<Audience, RanksTold>
  otherUnitNames: OthersTold
  /** Fewest students of somebody else's unit whose means and rates are shown. */
  smallestGroup: number
}

/** Bounds of the smallest group. */
export const GROUP_BOUNDS = { min: 5, max: 100 } as const

/** Stages of compulsory education: 小学、初中. */
const COMPULSORY = new Set(['1', '2'])

/** What holds while nobody has chosen: in compulsory education bands for everyone but the bureau. */
export function defaultDisclosure(stage: string): DisclosurePolicy {
  const told: RanksTold = COMPULSORY.has(stage) ? 'band' : 'exact'
  return {
    rankVisible: { student: told, parent: told, teacher: told, school: told, bureau: 'exact' },
    otherUnitNames: 'hidden',
    smallestGroup: GROUP_BOUNDS.min,
  }
}

/** The fault of a policy in words; nothing when it can be kept. */
export function disclosureFault(policy: DisclosurePolicy): string | undefined {
  const told = AUDIENCES.map((audience) => policy.rankVisible?.[audience])
  if (told.some((one) => !RANKS_TOLD.includes(one))) return '请为每类读者选择名次的公布方式'
  if (!OTHERS_TOLD.includes(policy.otherUnitNames)) return '请选择其他学校的公布方式'
  const { min, max } = GROUP_BOUNDS
  const { smallestGroup } = policy
  if (!Number.isInteger(smallestGroup) || smallestGroup < min || smallestGroup > max) {
    return `最少人数应为${min}到${max}的整数`
  }
  // Beside the means of the others everyone counts his own place.
  const isCounted = policy.otherUnitNames !== 'hidden' && policy.rankVisible.school !== 'exact'
  return isCounted ? '向学校公布其他学校的成绩时，学校的名次只能是准确名次' : undefined
}

/** 保存披露规则；发布以后也可以改，立即生效并记入操作日志。 */
export const saveDisclosure = defineCall('examInfo.saveDisclosure', {
  method: 'POST',
  path: '/api/bigdata-service/examinfo/saveDisclosure', // inferred
  title: '保存披露规则',
  access: { permission: 'examinfo_publish' },
  input: {
    examId: ref('考试', 'examInfo', { required: true }),
    disclosureJson: json<DisclosurePolicy>('披露规则', { shape: 'row', required: true }),
  },
  answer: 'status',
})
