import { defineCall } from '../../kit/call.ts'
import { flag, text } from '../../kit/field.ts'

const BASE = '/api/bigdata-service/examimport'
const access = { permission: 'examinfo_import' }

/** 示例工作簿：演示数据里最新一次考试的考生名单与成绩，供练习导入；`name` 是取文件用的名字。 */
export const sampleList = defineCall('examImport.samples', {
  method: 'GET',
  path: `${BASE}/samples`,
  title: '示例工作簿',
  access,
  output: {
    name: text('名称', { required: true }),
    title: text('标题', { required: true }),
    /** small: a few hundred students of four areas; full: everybody. */
    size: text('规模', { required: true }),
    /** As in an upload: student or score; all for an archive of both. */
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
