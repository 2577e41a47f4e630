import { defineCall } from '../../kit/call.ts'
import { type Row, flag, integer, json, text } from '../../kit/field.ts'

const BASE = '/api/bigdata-service/schoolRollOver' // inferred
const access = { permission: 'schoolclasses_rollover' }
const year = integer('学年', { isSchoolYear: true, min: 1900, max: 2998 })
const due = integer('学年', { isSchoolYear: true, required: true, min: 1900, max: 2998 })

/** For so many days a roll-over can be taken back. */
export const ROLL_OVER_DAYS = 30

/** One school of the dry run. A class stands in one of the three lists of names, or the school is ready. */
const SCHOOL = {
  schoolCode: text('学校代码', { required: true }),
  schoolName: text('学校', { required: true }),
  areaCode: text('县区', { required: true }),
  promotedNum: integer('升级班级', { required: true }),
  graduatedNum: integer('毕业班级', { required: true }),
  studentNum: integer('升级学生', { required: true }),
  graduateNum: integer('毕业学生', { required: true }),
  /** In school and without a class: they follow their year of entry. */
  looseNum: integer('未分班学生', { required: true }),
  behind: text('停留在更早学年的班级', { required: true }),
  mismatched: text('年级与入学年份不符的班级', { required: true }),
  doubled: text('升级后重名的班级', { required: true }),
}

export type RollOverSchool = Row<typeof SCHOOL>

/** 学年升级的试算：不改动任何数据；不给学年时取多数班级所在的学年。 */
export const rollOverPreview = defineCall('schoolRollOver.preview', {
  method: 'GET',
  path: `${BASE}/preview`,
  title: '学年升级试算',
  access,
  input: { studyYear: year },
  output: { studyYear: due, isDone: flag('已升级', { required: true }), schools: json<RollOverSchool[]>('学校') },
})

/** 一所学校的班级升级后各是什么。 */
export const rollOverClasses = defineCall('schoolRollOver.classes', {
  method: 'GET',
  path: `${BASE}/classes`,
  title: '学年升级的班级',
  access,
  input: { studyYear: due, schoolCode: text('学校代码', { required: true, length: 18 }) },
  output: {
    classCode: text('班级代码', { required: true }),
    className: text('班级'),
    nextName: text('升级后', { required: true }),
    isGraduating: flag('毕业', { required: true }),
    studentNum: integer('学生', { required: true }),
    block: text('不能升级的原因', { required: true }),
  },
  answer: 'list',
})

/** 全部学校一次升级；有一个班级不能升级就都不升级。 */
export const runRollOver = defineCall('schoolRollOver.run', {
  method: 'POST',
  path: `${BASE}/run`,
  title: '学年升级',
  access,
  input: { studyYear: due },
  output: { jobId: text('任务', { required: true }) },
})

/** 撤销最近一次学年升级。 */
export const revertRollOver = defineCall('schoolRollOver.revert', {
  method: 'POST',
  path: `${BASE}/revert`,
  title: '撤销学年升级',
  access,
  input: { id: text('学年升级', { required: true, length: 20 }) },
  output: { jobId: text('任务', { required: true }) },
})

export const rollOverList = defineCall('schoolRollOver.list', {
  method: 'GET',
  path: `${BASE}/list`,
  title: '学年升级记录',
  access,
  output: {
    id: text('主键', { required: true }),
    studyYear: due,
    schoolNum: integer('学校', { required: true }),
    classNum: integer('升级班级', { required: true }),
    graduatedNum: integer('毕业班级', { required: true }),
    studentNum: integer('升级学生', { required: true }),
    graduateNum: integer('毕业学生', { required: true }),
    userName: text('操作人', { required: true }),
    createTime: text('升级时间', { required: true }),
    revertUser: text('撤销人'),
    revertTime: text('撤销时间'),
    canRevert: flag('可撤销', { required: true }),
  },
  answer: 'list',
})
