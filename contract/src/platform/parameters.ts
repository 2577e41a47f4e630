import { type Field, date, dict, flag, integer, ref, text } from '../kit/field.ts'

const DAYS = { min: 1, max: 99_999, unit: '天' } as const

/** 各租户自己的系统参数：键、名称、含义、缺省值和范围。值以文本保存。 */
export const TENANT_PARAMETERS = {
  'account.initPasswordMode': dict('首次密码的发放方式', 'init_password_mode', {
    default: 'random',
    help: '随机密码只显示一次，72小时内有效；统一密码取自参数 account.initPassword',
  }),
  'account.initPassword': text('初始密码', {
    length: 64,
    help: '以统一密码发放时，新建和重置密码的账号都用它',
  }),
  'account.failCount': integer('登录错误次数上限', {
    min: 1,
    max: 20,
    unit: '次',
    default: 5,
    help: '账号在同一地址连续输错这么多次后，须等待才能再试，每多错一次等待加倍',
  }),
  'account.registerUser': flag('允许注册账号', {
    default: 1,
    help: '关闭后，第三方登录的访客不能申请账号',
  }),
  'portfolio.secondAudit': flag('荣誉档案复审', {
    default: 1,
    help: '关闭后，初审通过即为通过',
  }),
  'mall.payMinutes': integer('订单付款期限', {
    min: 5,
    max: 10_080,
    unit: '分钟',
    default: 120,
    help: '到期未付款的订单自动取消，占用的库存和积分退回',
  }),
  'mall.receiveDays': integer('自动确认收货', {
    min: 1,
    max: 90,
    unit: '天',
    default: 14,
    help: '发货后到期的订单自动完成',
  }),
  'mall.pointsPerYuan': integer('抵1元的积分', { min: 1, max: 10_000, default: 100, help: '下单使用积分时的比例' }),
  'mall.pointPercent': integer('积分最多抵扣', { min: 0, max: 100, unit: '%', default: 50, help: '占商品总额的比例' }),
  'mall.commentPoint': integer('评论的积分', { min: 0, max: 1000, default: 5, help: '评论通过审核时记给家长' }),
  'recycle.retainDays': integer('回收站保留', {
    ...DAYS,
    default: 30,
    help: '删除的数据在这段时间内可以恢复，到期后彻底清除',
  }),
  'log.retainDays': integer('日志保留', { ...DAYS, default: 180, help: '更早的日志每天清除' }),
  'childAccess.retainDays': integer('查阅记录保留', { ...DAYS, default: 1095, help: '更早的学生信息查阅记录每天清除' }),
  'privacy.answerDays': integer('个人信息请求的答复期限', {
    min: 1,
    max: 60,
    unit: '个工作日',
    default: 15,
    help: '从收到日期的次日起算；排除周末和“节假日安排”中登记的放假日期，调休上班日期计入',
  }), // inferred
  'privacy.remindDays': integer('个人信息请求的提前提醒', {
    min: 1,
    max: 30,
    unit: '天',
    default: 3,
    help: '答复期限前这些天提醒经办人，逾期再提醒一次',
  }), // inferred
} satisfies Record<string, Field>

/** 管理租户的系统参数：对整个系统生效，其他租户设置了也不起作用。 */
export const HOME_PARAMETERS = {
  'system.timeZone': dict('系统时区', 'time_zone', {
    help: '日志、导出和页面上的时间都用它；不设则用服务器的时区；保存后即生效',
  }),
  'page.silentCodes': text('不提示的错误码', {
    length: 200,
    help: '页面收到这些错误码时不提示，多个以逗号隔开，如 4001,4002；不设则全部提示',
  }),
  'tenant.default.password': text('新租户管理员的密码', {
    length: 64,
    help: '仅在以统一密码发放时使用；不设则随机生成',
  }),
  'tenant.default.accountNumber': integer('新租户的账号额度', {
    min: -1,
    max: 1_000_000,
    default: -1,
    help: '新增租户没有填写额度时使用；-1 为不限',
  }),
  'tenant.default.menuCode': ref('新租户管理员的菜单', 'menu', {
    tree: true,
    multiple: true,
    value: 'code',
    help: '新租户的管理员角色只有这些菜单及其按钮；不设则为全部',
  }),
  'backup.cron': text('定时备份', { length: 64, help: '定时表达式，如 30 2 * * *；不设则不定时备份' }),
  'backup.keep': integer('保留的备份', { min: 1, max: 99_999, unit: '份', default: 7, help: '更早的备份自动删除' }),
  'ops.certificateExpire': date('证书到期日', { help: '运维中心提前提醒' }),
  'ops.licenceExpire': date('授权到期日', { help: '运维中心提前提醒' }),
} satisfies Record<string, Field>

/** 产品遵守的全部系统参数。 */
export const PARAMETERS = { ...TENANT_PARAMETERS, ...HOME_PARAMETERS }

export type ParameterKey = keyof typeof PARAMETERS

/** The declaration behind a key; nothing for a parameter that the product does not know. */
export function findParameter(key: string): Field | undefined {
  return Object.entries(PARAMETERS).find(([name]) => name === key)?.[1]
}
