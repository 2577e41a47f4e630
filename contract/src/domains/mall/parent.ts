import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dateTime, dict, flag, integer, paragraph, ref, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'

/** 书城的同一组调用挂在三个前缀下。 */
export const MALL_SERVICES = ['yzl-book-mall-admin', 'yzl-mall-admin', 'blade-read-admin']

const counted = { editable: 'never' } as const

/** 家长账号：由家长端产生；积分只随积分记录变化。 */ // inferred
export const userParentInfo = defineEntity('userparentinfo', {
  title: '家长账号',
  service: MALL_SERVICES,
  table: 'mall_parent',
  dialect: 'mall',
  limited: true,
  fields: {
    nickname: text('昵称', { required: true, search: true, length: 50 }),
    realName: text('家长姓名', { search: 'name', length: 50 }),
    phone: text('手机号码', { search: 'equal', length: 20, check: 'phone', personal: 'phone' }),
    studentName: text('学生姓名', { search: 'name', length: 100, help: '多个孩子以顿号分隔' }),
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      search: true,
      required: true,
    }),
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }),
    gradeName: text('年级', { isWorded: true, length: 20 }),
    className: text('班级', { length: 40, list: false }),
    avatar: text('头像', { length: 500, list: false }),
    integralBalance: integer('积分余额', counted),
    integralTotalIn: integer('累计获得', counted),
    integralTotalOut: integer('累计使用', counted),
    integralDebt: integer('欠扣积分', { ...counted, list: false, help: '退款时余额不够扣回的，由以后的积分抵扣' }),
    integralSeq: integer('积分流水号', { editable: 'never', list: false }),
    isEnabled: flag('启用', { default: 1 }),
    lastLoginTime: dateTime('最近登录', { editable: 'never' }),
    remark: text('备注', { length: 500, list: false }),
  },
  scope: { area: 'areaCode', school: 'schoolCode' },
})

/** 积分记录：只增不改；更正是新的一条。 */ // inferred
export const integralRecord = defineEntity('integralRecord', {
  title: '积分记录',
  service: MALL_SERVICES,
  table: 'mall_integral_record',
  permission: 'userparentinfo',
  fields: {
    parentId: ref('家长', 'userparentinfo', { required: true, list: false }),
    seq: integer('流水号', { required: true }),
    bizType: dict('业务类型', 'integral_biz_type', { numeric: true, required: true, search: true }),
    bizId: text('业务编号', { required: true, length: 64, list: false }),
    title: text('说明', { required: true, length: 100 }),
    point: integer('积分', { required: true }),
    balanceBefore: integer('变动前', { required: true, list: false }),
    balanceAfter: integer('余额', { required: true }),
    description: text('备注', { length: 500 }),
    operatorName: text('操作人', { length: 100 }),
  },
  unique: [
    ['parentId', 'seq'],
    ['parentId', 'bizType', 'bizId'],
  ],
  order: ['-seq'],
})

const paths = (segment: string) => {
  const [path = '', ...aliases] = MALL_SERVICES.map((service) => `/api/${service}/userparentinfo/${segment}`)
  return { path, aliases }
}

/** 一位家长的积分，新的在前；应答里另有这位家长和余额。 */
export const integralRecordPage = defineList('userparentinfo.getIntegralRecordPage', {
  ...paths('getIntegralRecordPage'),
  title: '积分明细',
  access: { permission: 'userparentinfo_view' },
  input: { parentId: text('家长', { required: true, length: 20, message: '请选择家长' }) },
  fields: listRowFields(integralRecord),
  order: integralRecord.order,
})

/** 由管理员加减积分；`requestId` 相同的只记一次。 */
export const integralAdjust = defineCall('userparentinfo.adjustIntegral', {
  method: 'POST',
  ...paths('adjustIntegral'), // inferred
  title: '调整积分',
  access: { permission: 'userparentinfo_integral' },
  input: {
    parentId: text('家长', { required: true, length: 20, message: '请选择家长' }),
    point: integer('积分', { required: true, min: -100_000, max: 100_000, help: '正数增加，负数扣减' }),
    description: paragraph('原因', { required: true, length: 200 }),
    requestId: text('请求编号', { required: true, length: 64 }),
  },
  output: listRowFields(integralRecord),
})
