import { defineCall } from '../../kit/call.ts'
import { type Row, integer, json, text } from '../../kit/field.ts'
import type { Grain } from '../../kit/report.ts'

const FIELDS = {
  itemCode: text('指标编码', { required: true }), // inferred
  itemName: text('指标名称', { required: true }), // inferred
  unit: text('单位', { required: true }), // inferred
  quotaField: text('统计字段', { required: true }), // inferred
  grains: json<Grain[]>('统计对象'), // inferred
  direction: integer('方向', { required: true }), // inferred
  decimals: integer('小数位数', { required: true }), // inferred
  sort: integer('排序', { required: true }), // inferred
}

export type ContrastItem = Row<typeof FIELDS>

const UNITS: Grain[] = ['all', 'area', 'school', 'class']
const BETTER = { up: 1, down: -1 } as const

function item(field: string, itemName: string, unit: '分' | '%' | '人', better: keyof typeof BETTER = 'up') {
  const decimals = unit === '人' ? 0 : 2
  return { itemCode: field, itemName, unit, quotaField: field, grains: UNITS, direction: BETTER[better], decimals }
}

/** 对比指标：可以在多次考试之间对比的指标，每个都是统计字段；`direction` 1 越大越好，-1 越小越好。 */
export const CONTRAST_ITEMS: ContrastItem[] = [
  item('avgScore', '平均分', '分'),
  item('scoreRate', '得分率', '%'),
  item('excellentRate', '优秀率', '%'),
  item('goodRate', '良好率', '%'),
  item('passRate', '及格率', '%'),
  item('lowRate', '低分率', '%', 'down'),
  item('overAvgRate', '超均率', '%'),
  item('stdScore', '标准差', '分', 'down'),
  item('attendRate', '参考率', '%'),
  item('studentNum', '实考人数', '人'),
].map((one, i) => ({ ...one, sort: i + 1 }))

export const contrastItems = defineCall('basicQuotaContrastItem.listall', {
  method: 'GET',
  path: '/api/bigdata-service/basicquotacontrastitem/listall',
  aliases: ['/api/bigdata-service/report/basicquotacontrastitem/listall'],
  title: '对比指标',
  access: 'signedIn',
  input: { itemCode: text('指标编码', { length: 40 }), itemName: text('指标名称', { length: 60 }) },
  output: FIELDS,
  answer: 'list',
})
