import { defineCall } from '../../kit/call.ts'
import { dateTime, flag, integer, text } from '../../kit/field.ts'
import { examCallInput } from './exam-info.ts'

export const packageFields = {
  packageVersion: integer('版本'),
  builtTime: dateTime('生成时间'),
  dataVersion: integer('数据修订'),
  studentNum: integer('考生数'),
  sizeBytes: integer('大小', { unit: '字节' }),
  isPublished: flag('已发布', { help: '读者现在看到的一版' }),
  prevExamName: text('对比考试'),
  builtBy: text('生成人'),
}

/** 报表的各个版本，新的在前。 */
export const findPackageByExamId = defineCall('examInfo.findPackageByExamId', {
  method: 'GET',
  path: '/api/bigdata-service/examinfo/findPackageByExamId', // inferred
  title: '报表版本',
  access: { permission: 'examinfo_view' },
  input: examCallInput,
  output: packageFields,
  answer: 'list',
})
