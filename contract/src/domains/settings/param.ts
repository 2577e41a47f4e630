import { defineEntity } from '../../kit/entity.ts'
import { paragraph, text } from '../../kit/field.ts'

/** 系统参数：名称、键、值。 */
export const param = defineEntity('param', {
  title: '系统参数',
  service: 'blade-system',
  fields: {
    paramName: text('参数名称', { required: true, search: true }),
    paramKey: text('参数键名', { required: true, search: true }),
    paramValue: paragraph('参数键值', { required: true, span: 24, rows: 6 }),
    remark: text('备注', { span: 24, table: false }), // inferred
  },
  unique: [['paramKey']],
  order: ['paramKey'],
  screen: { searchSpan: 6 },
})
