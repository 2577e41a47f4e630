import { defineEntity } from '../../kit/entity.ts'
import { dict, integer, text } from '../../kit/field.ts'

/** 岗位。 */
export const post = defineEntity('post', {
  title: '岗位',
  service: 'blade-system',
  fields: {
    category: dict('岗位类型', 'post_category', { numeric: true, required: true, search: true }),
    postCode: text('岗位编号', { required: true, search: true, length: 64 }),
    postName: text('岗位名称', { required: true, search: true, length: 100 }),
    sort: integer('岗位排序', { required: true }),
    remark: text('岗位描述', { length: 500 }),
  },
  unique: [['postCode']],
  order: ['sort'],
  actions: ['select', 'save', 'update'],
})
