import { defineCall } from '../../kit/call.ts'
import { integer, ref, text } from '../../kit/field.ts'

const BASE = '/api/yzl-gather/gatherStudent'
const access = { permission: 'gatherstudent_archive' }
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const schoolCode = ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' })
const ids = text('编号', { help: '逗号分隔；不填为全部已校对的', length: 100_000 })
const count = (label: string) => integer(label, { required: true })

/** 归档前与学籍的差异，每名学生一行；一样的不列。 */
export const studentDifferences = defineCall('gatherStudent.differences', {
  method: 'GET',
  path: `${BASE}/differences`, // inferred
  title: '学生归档差异',
  access,
  input: { gatherTaskId, schoolCode, ids },
  output: {
    studentCode: text('学籍号', { required: true, personal: 'studentCode' }),
    studentName: text('姓名', { required: true }),
    isNew: integer('新增学生', { required: true }),
    changes: text('差异', { required: true, help: '分号分隔的字段：旧值→新值' }),
    problem: text('问题', { required: true, help: '有问题的不能归档' }),
  },
  answer: 'list',
})

/** 已校对的写入学籍，全部成功或全部不变；空的项不改学籍。 */
export const archiveStudents = defineCall('gatherStudent.archive', {
  method: 'POST',
  path: `${BASE}/archive`,
  title: '归档学生采集',
  access,
  input: { gatherTaskId, schoolCode, ids },
  output: { archived: count('归档条数'), added: count('新增学生'), changed: count('更新学生') },
})
