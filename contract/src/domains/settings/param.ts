import { defineEntity } from '../../kit/entity.ts'
import { paragraph, text } from '../../kit/field.ts'

/** 系统参数：名称、键、值。 */
export const param = defineEntity('param', {
  title: '系统参数',
  service: 'blade-system',
  limited: true,
  fields: {
    paramName: text('参数名称', { required: true, search: true }),
    paramKey: text('参数键名', { required: true, search: true }),
    paramValue: paragraph('参数键值', { required: true, list: true }),
    remark: text('备注', { list: false }), // inferred
  },
  unique: [['paramKey']],
  order: ['paramKey'],
})
