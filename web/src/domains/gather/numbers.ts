import {
  highExamInArea,
  highExamInClass,
  highExamInSchool,
} from '@xueheng/contract/domains/gather/high-exam-progress.ts'
import {
  numInArea,
  numInClass,
  numInGrade,
  numInSchool,
  remindLate,
} from '@xueheng/contract/domains/gather/student-num.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { callApi } from '../../platform/api/client.ts'

/** Places one looks into, from the whole to the narrowest; the last part of the way down is drawn, not opened. */
export interface Place {
  areaCode: string | undefined
  schoolCode: string | undefined
  gradeCode: string | undefined
}

export interface NumLine {
  code: string
  name: string
  percent: number | null
  [column: string]: unknown
}

/** What the lines of a place are called, where one of them leads, and what is forgotten on the way back. */
export interface Grain {
  title: string
  key?: keyof Place
  up?: keyof Place
}

/** A kind of progress: its columns, its places, and who is asked. */
export interface Numbers {
  name: string
  columns: readonly (readonly [name: string, title: string])[]
  none: string
  grainOf(place: Place): Grain
  load(gatherTaskId: string, place: Place): Promise<NumLine[]>
  /** Every school that has not handed everybody in, most left first. */
  loadLate?(gatherTaskId: string): Promise<NumLine[]>
  /** Reminds those of a unit, of everywhere without one, who have not handed in. */
  remind?(gatherTaskId: string, unit: Unit): Promise<Reminded>
}

export type Unit = Partial<Place & { classCode: string }>
export type Reminded = NonNullable<Output<typeof remindLate>>

/** How many of a unit have not been handed in. */
export function leftOf({ planNum, gatherNum }: NumLine): number {
  return Math.max(0, Number(planNum) - Number(gatherNum))
}

const AREA: Grain = { title: '县区', key: 'areaCode' }
const SCHOOL: Grain = { title: '学校', key: 'schoolCode', up: 'areaCode' }

export const STUDENT_NUMBERS: Numbers = {
  name: 'gather-student-num',
  columns: [
    ['planNum', '应采人数'],
    ['filledNum', '已填人数'],
    ['gatherNum', '已提交'],
    ['auditNum', '审核通过'],
    ['collateNum', '已校对'],
    ['rejectNum', '被驳回'],
  ],
  none: '没有要采集的学生',
  grainOf(place) {
    if (place.gradeCode) return { title: '班级', up: 'gradeCode' }
    if (place.schoolCode) return { title: '年级', key: 'gradeCode', up: 'schoolCode' }
    return place.areaCode ? SCHOOL : AREA
  },
  load(gatherTaskId, { areaCode, schoolCode, gradeCode }) {
    if (schoolCode && gradeCode) return callApi(numInClass, { gatherTaskId, schoolCode, gradeCode })
    if (schoolCode) return callApi(numInGrade, { gatherTaskId, schoolCode })
    return areaCode ? callApi(numInSchool, { gatherTaskId, areaCode }) : callApi(numInArea, { gatherTaskId })
  },
  async loadLate(gatherTaskId) {
    const lines: NumLine[] = await callApi(numInSchool, { gatherTaskId })
    return lines.filter((line) => leftOf(line) > 0).toSorted((one, other) => leftOf(other) - leftOf(one))
  },
  async remind(gatherTaskId, unit) {
    const told = await callApi(remindLate, { gatherTaskId, ...unit })
    return told ?? { schoolNum: 0, studentNum: 0, toldNum: 0 }
  },
}

/** The unit of a line is one step down from its place. */
export function unitOf({ areaCode, schoolCode, gradeCode }: Place, code: string): Unit {
  if (schoolCode) return gradeCode ? { schoolCode, gradeCode, classCode: code } : { schoolCode, gradeCode: code }
  return areaCode ? { areaCode, schoolCode: code } : { areaCode: code }
}

export const HIGH_EXAM_NUMBERS: Numbers = {
  name: 'high-exam-num',
  columns: [
    ['planNum', '应采人数'],
    ['filledNum', '已填人数'],
    ['submitNum', '已提交'],
    ['audit1Num', '一审通过'],
    ['audit2Num', '二审通过'],
    ['rejectNum', '被驳回'],
    ['artNum', '艺术类'],
    ['artAuditNum', '艺术通过'],
    ['archiveNum', '已归档'],
  ],
  none: '没有要采集的考生',
  grainOf(place) {
    if (place.schoolCode) return { title: '班级', up: 'schoolCode' }
    return place.areaCode ? SCHOOL : AREA
  },
  load(gatherTaskId, { areaCode, schoolCode }) {
    if (schoolCode) return callApi(highExamInClass, { gatherTaskId, schoolCode })
    return areaCode ? callApi(highExamInSchool, { gatherTaskId, areaCode }) : callApi(highExamInArea, { gatherTaskId })
  },
}
