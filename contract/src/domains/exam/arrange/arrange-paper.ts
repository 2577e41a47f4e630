import { defineCall } from '../../../kit/call.ts'
import { ref, text } from '../../../kit/field.ts'
import { paperSeal } from '../../../platform/paper.ts'

/** What is printed of a plan, and what one document of it is made for. */
export const ARRANGE_PAPERS = {
  doorSheet: { title: '门贴', by: 'point' },
  deskLabel: { title: '桌贴', by: 'point' },
  seatChart: { title: '座位图', by: 'point' },
  roomRecord: { title: '考场情况登记表', by: 'point' },
  schoolList: { title: '学校考生对照表', by: 'school' },
  admission: { title: '准考证', by: 'school' },
} as const
export type ArrangePaper = keyof typeof ARRANGE_PAPERS

/** 印制考务材料：任务完成后的文件是一份材料，多份时为压缩包。 */
export const printArrangement = defineCall('examArrangeTask.printPaper', {
  method: 'POST',
  path: '/api/bigdata-service/examArrangeTask/printPaper', // inferred
  title: '印制考务材料',
  access: { permission: 'examarrangetask_print' },
  input: {
    id: ref('编排任务', 'examArrangeTask', { required: true }),
    paper: text('材料', { required: true, length: 20 }),
    examRoomNo: text('考场号', { length: 10, help: '不填为全部考场' }),
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '不选为全部学校的考生' }),
    format: text('格式', { length: 8, help: 'pdf 或 xlsx，不填为 pdf' }),
    reason: text('导出理由', { length: 200, help: '至少4个字，将记入操作日志' }),
    ...paperSeal,
  },
  output: { jobId: text('任务', { required: true }) },
  stepUp: true,
})
