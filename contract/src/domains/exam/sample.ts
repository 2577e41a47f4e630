import { defineCall } from '../../kit/call.ts'
import { flag, text } from '../../kit/field.ts'

const BASE = '/api/bigdata-service/examimport'
const access = { permission: 'examinfo_import' }

/** 示例工作簿：演示数据里最新一次考试的考生名单与成绩，每类一份无错误、一份含错误，供练习导入；`name` 是文件名。 */
export const sampleList = defineCall('examImport.samples', {
  method: 'GET',
  path: `${BASE}/samples`,
  title: '示例工作簿',
  access,
  output: {
    name: text('名称', { required: true }),
    /** As in an upload: student or score. */
    kind: text('类型', { required: true }),
    isDirty: flag('含错误', { required: true }),
  },
  answer: 'list',
})

export const sampleFile = defineCall('examImport.sample', {
  method: 'GET',
  path: `${BASE}/sample`,
  title: '下载示例工作簿',
  access,
  input: { name: text('名称', { required: true, length: 100 }) },
  answer: 'file',
})

export const sampleCalls = [sampleList, sampleFile]
