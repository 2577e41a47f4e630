import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, text } from '../../kit/field.ts'

/** 指标处理项：考试可以选择处理的一组指标，由计算步骤完成；参数在考试的统计口径里，先后在计算步骤里。 */
export const basicQuotaProcessingItem = defineEntity('basicQuotaProcessingItem', {
  title: '指标处理项',
  service: 'bigdata-service',
  path: 'basicquotaprocessingitem',
  fields: {
    itemCode: text('处理项编码', { required: true, search: true, length: 40, editable: 'add' }), // inferred
    itemName: text('处理项名称', { required: true, search: true, length: 60 }), // inferred
    taskCode: dict('计算步骤', 'quota_task', { required: true, search: true }), // inferred
    taskTypes: dict('类型', 'quota_task_type', { search: true, editable: 'never' }), // inferred
    grains: dict('统计对象', 'quota_grain', { multiple: true }), // inferred
    isDefault: flag('新考试默认处理', { default: 1 }), // inferred
    sort: integer('排序', { default: 0, list: false }), // inferred
    isSealed: flag('封存', { default: 0, help: '封存后不能再选入考试，已选的不受影响' }), // inferred
    remark: text('备注', { length: 500, list: false }), // inferred
  },
  unique: [['itemCode']],
  order: ['sort', 'itemCode'],
  actions: ['listall'],
})
