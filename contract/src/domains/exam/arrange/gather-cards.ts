import { defineCall } from '../../../kit/call.ts'
import { ref, text } from '../../../kit/field.ts'
import { paperSeal } from '../../../platform/paper.ts'

/**
 * 为采集到的学生印制准考证，一个班一份PDF，完成后的文件是一份或压缩包。考号和座位取自编排任务：指定的，或给这些学生编好考号的
 * 最新一个。
 */ // inferred
export const generateAllAdmissionCard = defineCall('gatherStudent.generateAllAdmissionCard', {
  method: 'POST',
  path: '/api/yzl-gather/gatherStudent/generateAllAdmissionCard',
  title: '印制采集学生准考证',
  access: { permission: 'examarrangetask_print' },
  input: {
    gatherTaskId: ref('采集任务', 'gatherTask', { required: true }),
    arrangeTaskId: ref('编排任务', 'examArrangeTask', { help: '不选为给这些学生编好考号的最新一个' }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为看得到的全部学校' }),
    reason: text('导出理由', { length: 200, help: '将记入操作日志；不填为“印制准考证”' }),
    ...paperSeal,
  },
  output: { jobId: text('任务', { required: true }) },
  stepUp: true,
})
