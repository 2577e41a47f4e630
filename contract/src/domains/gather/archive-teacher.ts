import { defineCall } from '../../kit/call.ts'
import { integer, ref, text } from '../../kit/field.ts'

const BASE = '/api/yzl-gather/gatherTeacher'
const access = { permission: 'gatherteacher_archive' }
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' })
const ids = text('编号', { help: '逗号分隔；不填为全部已校对的', length: 100_000 })
const count = (label: string) => integer(label, { required: true })

/** 归档前与教师管理、任课的差异，每位教师一行；一样的不列。 */
export const teacherDifferences = defineCall('gatherTeacher.differences', {
  method: 'GET',
  path: `${BASE}/differences`, // inferred
  title: '教师归档差异',
  access,
  input: { gatherTaskId, schoolCode, ids },
  output: {
    teacherCode: text('教师编号', { required: true }),
    teacherName: text('姓名', { required: true }),
    isNew: integer('新增教师', { required: true }),
    changes: text('差异', { required: true, help: '逗号分隔的字段：旧值→新值' }),
    courses: text('新增任课', { required: true }),
  },
  answer: 'list',
})

/** 已校对的写入教师管理和任课，全部成功或全部不变；采集任务学年的任课，学期为该学年最新的。 */
export const archiveTeachers = defineCall('gatherTeacher.archive', {
  method: 'POST',
  path: `${BASE}/archive`,
  title: '归档教师采集',
  access,
  input: { gatherTaskId, schoolCode, ids },
  output: {
    archived: count('归档条数'),
    addedTeachers: count('新增教师'),
    changedTeachers: count('更新教师'),
    addedCourses: count('新增任课'),
    changedCourses: count('更新任课'),
  },
})
