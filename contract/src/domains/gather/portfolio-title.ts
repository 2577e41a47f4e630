import { defineCall } from '../../kit/call.ts'
import { date, flag, ref, text } from '../../kit/field.ts'

const BASE = '/api/yzl-gather/gatherTeacher'
const gatherTaskId = ref('采集任务', 'gatherTask', { required: true })
const id = text('主键', { required: true, length: 20 })

/** 教师档案中审核通过的职称与采集不同的，每条一行；还能填的才列出。 */
export const portfolioTitles = defineCall('gatherTeacher.portfolioTitles', {
  method: 'GET',
  path: `${BASE}/portfolioTitles`, // inferred
  title: '教师档案中的职称',
  access: { permission: 'gatherteacher_edit' },
  notes: true,
  input: { gatherTaskId },
  output: {
    id,
    teacherCode: text('教师编号', { required: true }),
    teacherName: text('姓名', { required: true }),
    className: text('班级名称'),
    courseName: text('科目', { isWorded: true, required: true }),
    title: text('采集中的职称'),
    portfolioTitle: text('教师档案中的职称', { required: true }),
    certDate: date('颁发证书日期'),
  },
  answer: 'list',
})

/** 采用教师档案中的职称：只改所选的，每条各有结果。 */
export const takePortfolioTitles = defineCall('gatherTeacher.takePortfolioTitles', {
  method: 'POST',
  path: `${BASE}/takePortfolioTitles`, // inferred
  title: '采用教师档案中的职称',
  access: { permission: 'gatherteacher_edit' },
  input: { gatherTaskId, ids: text('主键', { required: true, length: 100_000 }) },
  output: { id, isDone: flag('是否采用', { required: true }), message: text('原因', { required: true }) },
  answer: 'list',
})

export const portfolioTitleCalls = [portfolioTitles, takePortfolioTitles]
