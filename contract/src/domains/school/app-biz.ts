import { defineEntity } from '../../kit/entity.ts'
import { flag, integer, paragraph, text } from '../../kit/field.ts'

/** 应用业务。 */
export const appBiz = defineEntity('appBiz', {
  title: '应用业务',
  service: 'bigdata-service',
  fields: {
    appCode: text('应用编码', { required: true, search: true, length: 64 }),
    appName: text('应用名称', { required: true, search: true, length: 100 }),
    sort: integer('排序', { required: true, message: '请输入字典排序' }),
    isSealed: flag('封存', { required: true, default: 0 }),
    remark: paragraph('备注'),
  },
  unique: [['appCode']],
  order: ['sort', 'appCode'],
})
