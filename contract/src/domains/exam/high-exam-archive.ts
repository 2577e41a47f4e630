import { defineCall } from '../../kit/call.ts'
import { integer, ref, text } from '../../kit/field.ts'

const BASE = '/api/yzl-gather/gatherHighExamScore'
const access = { permission: 'gatherhighexamscore_archive' }
const chosen = {
  gatherTaskId: ref('采集任务', 'gatherTask', { required: true }),
  schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }),
  ids: text('编号', { help: '逗号分隔；不填为全部审核通过的', length: 100_000 }),
}
const count = (label: string) => integer(label, { required: true })

/** 归档前与高考成绩库的差异，每名考生一行；一样的不列。 */
export const highExamDifferences = defineCall('gatherHighExamScore.differences', {
  method: 'GET',
  path: `${BASE}/differences`, // inferred
  title: '高考成绩归档差异',
  access,
  input: chosen,
  output: {
    candidateNumber: text('考生号', { required: true }),
    studentName: text('姓名', { required: true }),
    isNew: count('新增考生'),
    changes: text('差异', { required: true, help: '分号分隔的字段：旧值→新值' }),
    problem: text('问题', { required: true, help: '有问题的不能归档' }),
  },
  answer: 'list',
})

/** 两条审核都通过的写入高考成绩库，全部成功或全部不变；空的项不改成绩库，写入的再校验、归档。 */
export const archiveHighExams = defineCall('gatherHighExamScore.archive', {
  method: 'POST',
  path: `${BASE}/archive`, // inferred
  title: '归档高考成绩采集',
  access,
  input: chosen,
  output: { archived: count('归档条数'), added: count('新增考生'), changed: count('更新考生') },
})

/** 取消归档：审核可以撤销、成绩可以改，再次归档时更新成绩库；成绩库已归档锁定的不能取消。 */
export const takeBackHighExams = defineCall('gatherHighExamScore.takeBack', {
  method: 'POST',
  path: `${BASE}/takeBack`, // inferred
  title: '取消归档高考成绩采集',
  access,
  input: { ids: text('编号', { required: true, length: 100_000 }) },
  output: { takenBack: count('取消条数') },
})

export const highExamArchiveCalls = [highExamDifferences, archiveHighExams, takeBackHighExams]
