import { defineCall } from '../../kit/call.ts'
import { ref, text } from '../../kit/field.ts'
import { paperSeal } from '../../platform/paper.ts'

/** 印制档案证明：每位教师一份PDF，列出审核通过的档案；完成后的文件是一份或压缩包。 */ // inferred
export const printCertificate = defineCall('teacherPortfolio.printCertificate', {
  method: 'POST',
  path: '/api/yzl-gather/teacherPortfolio/printCertificate',
  title: '印制档案证明',
  access: { permission: 'portfolioteacher_print' },
  input: {
    teacherCode: text('教师编号', { length: 64, help: '不填为所选学校的全部教师' }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }),
    reason: text('导出理由', { length: 200, help: '至少4个字，将记入操作日志' }),
    ...paperSeal,
  },
  output: { jobId: text('任务', { required: true }) },
  stepUp: true,
})
