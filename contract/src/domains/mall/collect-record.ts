import { defineEntity } from '../../kit/entity.ts'
import { dateTime, decimal, dict, flag, image, integer, json, paragraph, ref, text } from '../../kit/field.ts'
import { defineStates } from '../../kit/states.ts'
import { MALL_SERVICES } from './parent.ts'

const decided = { editable: 'never', list: false } as const

/** 征集作品的审核。 */ // inferred
export const collectStates = defineStates(
  'collectAudit',
  {
    waiting: { value: 0, title: '待审核' },
    passed: { value: 1, title: '已通过' },
    refused: { value: 2, title: '已驳回' },
  },
  {
    pass: { title: '通过', from: ['waiting'], to: 'passed' },
    refuse: { title: '驳回', from: ['waiting', 'passed'], to: 'refused' },
    resubmit: { title: '重新提交', from: ['refused'], to: 'waiting' },
  },
)

/** 征集结果：活动收到的作品。审核、评分、奖项、公开都由 update 写入。 */ // inferred
export const collectRecord = defineEntity('collectrecord', {
  title: '征集结果',
  service: MALL_SERVICES,
  table: 'mall_collect_record',
  dialect: 'mall',
  limited: true,
  fields: {
    activityId: ref('阅读活动', 'activitymanage', { search: true, editable: 'add', list: false }),
    workNo: text('作品编号', { required: true, search: 'equal', length: 40, editable: 'add' }),
    title: text('作品名称', { required: true, search: true, length: 100 }),
    workType: dict('作品类型', 'collect_work_type', { numeric: true, required: true, search: true }),
    studentName: text('学生姓名', { required: true, search: 'name', length: 50 }),
    areaCode: dict('县区', 'exam_area', { editable: 'never', search: true, list: false }),
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      required: true,
      search: true,
    }),
    gradeName: text('年级', { isWorded: true, length: 20 }),
    activityTitle: text('活动名称', { search: true, length: 100, help: '选了阅读活动的不用填' }),
    className: text('班级', { length: 40, list: false }),
    teacherName: text('指导教师', { length: 50, list: false }),
    parentId: ref('家长', 'userparentinfo', { list: false }),
    phone: text('联系电话', { length: 20, check: 'phone', personal: 'phone', list: false }),
    coverUrl: image('作品图片', { list: false }),
    files: json<string[]>('作品文件', { shape: 'texts' }),
    content: paragraph('作品内容', { length: 20_000 }),
    submitTime: dateTime('提交时间'),
    auditStatus: dict('审核状态', 'collect_audit_status', {
      numeric: true,
      search: true,
      editable: 'never',
    }),
    auditReason: text('驳回原因', { ...decided, length: 200 }),
    auditUser: text('审核人', { ...decided, length: 100 }),
    auditTime: dateTime('审核时间', decided),
    score: decimal('评分', { scale: 1, min: 0, max: 100 }),
    awardName: text('奖项', { length: 50 }),
    isPublic: flag('公开', { default: 0 }),
    voteCount: integer('票数', { editable: 'never' }),
    rewardPoint: integer('奖励积分', { min: 0, max: 10_000, list: false, help: '审核通过时记给家长，只记一次' }),
    rewardStatus: flag('积分已发', decided),
  },
  unique: [['workNo']],
  order: ['-submitTime'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
