import { defineCall } from '../../kit/call.ts'
import { flag, integer, json, text } from '../../kit/field.ts'

const BASE = '/api/bigdata-service/examimport'
const access = { permission: 'examinfo_import' }
const batchId = text('批次', { required: true, length: 20 })
const jobId = { jobId: text('任务') }

/** 指定哪些行导入、哪些行不导入；不导入须说明原因，`isTaken` 为空时恢复自动判断。 */
export const importChoose = defineCall('examImport.choose', {
  method: 'POST',
  path: `${BASE}/choose`,
  title: '选择导入的行',
  access,
  input: {
    batchId,
    rowIds: json<number[]>('行', { shape: 'integers', required: true }),
    isTaken: flag('是否导入'),
    reason: text('原因', { length: 200 }),
  },
  output: jobId,
})

/** 确认同班重名的考生是不同的人，须说明依据；同名的各人一并确认，`isConfirmed` 为 0 时撤回。 */
export const importConfirmSameName = defineCall('examImport.confirmSameName', {
  method: 'POST',
  path: `${BASE}/confirmSameName`,
  title: '确认同班重名',
  access,
  input: {
    batchId,
    rowIds: json<number[]>('行', { shape: 'integers', required: true }),
    isConfirmed: flag('是否确认', { required: true }),
    reason: text('依据', { length: 200 }),
  },
  output: jobId,
})

/** S04 的行所缺的班级；没有班号的不能新建。 */
export const importMissingClasses = defineCall('examImport.missingClasses', {
  method: 'GET',
  path: `${BASE}/missingClasses`,
  title: '缺少的班级',
  access,
  input: { batchId },
  output: {
    schoolCode: text('学校代码', { required: true }),
    schoolName: text('学校', { required: true }),
    className: text('班级', { required: true }),
    classNo: integer('班号'),
    num: integer('行数', { required: true }),
  },
  answer: 'list',
})

/** 新建所选的缺少的班级，再校验。 */
export const importCreateClasses = defineCall('examImport.createClasses', {
  method: 'POST',
  path: `${BASE}/createClasses`,
  title: '新建缺少的班级',
  access,
  input: {
    batchId,
    classes: json<{ schoolCode: string; classNo: number }[]>('班级', {
      shape: 'rows',
      required: true,
      message: '请选择要新建的班级',
    }),
  },
  output: { ...jobId, created: integer('新建班级数') },
})

/** 只保留这些：工作簿所说的班级（成绩为班级与科目）里，工作簿没有的行在导入时移除，随批次撤销恢复。 */
export const importKeepOnly = defineCall('examImport.keepOnly', {
  method: 'POST',
  path: `${BASE}/keepOnly`, // inferred
  title: '只保留这些',
  access,
  input: { batchId, isOn: flag('只保留这些', { required: true }) },
  output: jobId,
})

/** 用户对校验结果的答复。 */
export const importAnswerCalls = [
  importChoose,
  importConfirmSameName,
  importMissingClasses,
  importCreateClasses,
  importKeepOnly,
]
