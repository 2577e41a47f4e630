import { defineEntity } from '../../kit/entity.ts'
import { dateTime, dict, flag, image, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'
import { MALL_SERVICES } from './parent.ts'

const made = { editable: 'never' } as const
const rest = { list: false } as const

/** 活动的状态；进行到哪一步看时间。 */ // inferred
export const activityStates = defineStates(
  'mallActivity',
  {
    draft: { value: 0, title: '草稿' },
    published: { value: 1, title: '已发布' },
    closed: { value: 2, title: '已结束' },
  },
  {
    publish: { title: '发布', from: ['draft'], to: 'published' },
    close: { title: '结束', from: ['published'], to: 'closed' },
    edit: { title: '修改', from: ['draft', 'published'], to: '*' },
    collect: { title: '提交作品', from: ['published'], to: '*' },
  },
)

/** 阅读活动：在起止时间内收作品；开始以后类型、范围和每人件数不再改。 */ // inferred
export const activityManage = defineEntity('activitymanage', {
  title: '阅读活动',
  service: MALL_SERVICES,
  table: 'mall_activity',
  dialect: 'mall',
  fields: {
    title: text('活动名称', { required: true, search: true, length: 100 }),
    activityType: dict('活动类型', 'mall_activity_type', { numeric: true, required: true, default: 1, search: true }),
    coverUrl: image('封面', rest),
    introduction: text('简介', { ...rest, length: 500 }),
    content: paragraph('活动内容', { rich: true, length: 200_000 }),
    schoolCodes: ref('参加学校', 'basicSchool', {
      ...rest,
      tree: true,
      multiple: true,
      value: 'schoolCode',
      help: '不选为全部学校',
    }),
    gradeNames: text('参加年级', {
      isWorded: true,
      ...rest,
      length: 200,
      help: '以顿号分隔，如高一、高二；不填为全部年级',
    }),
    startTime: dateTime('开始时间', { required: true }),
    endTime: dateTime('结束时间', { required: true }),
    maxPerUser: integer('每人作品数', { ...rest, min: 1, max: 100, default: 1 }),
    needAudit: flag('作品要审核', { ...rest, default: 1, help: '不审核的作品提交即通过' }),
    rewardPoint: integer('奖励积分', { ...rest, min: 0, max: 10_000, default: 0, help: '作品通过时记给家长' }),
    awards: text('奖项', { ...rest, length: 200, help: '以顿号分隔，如一等奖、二等奖' }),
    activityStatus: dict('状态', 'mall_activity_status', { ...made, numeric: true, search: true }),
    workCount: integer('作品数', made),
    passedCount: integer('通过数', made),
  },
  order: ['-startTime'],
})
