import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 组织：省、市、县区、学校、部门的树；ancestors 是从 0 开始的上级主键列表。 */
export const organize = defineEntity('organize', {
  title: '组织',
  service: 'yzl-platform',
  fields: {
    orgName: text('组织名称', { required: true, search: true, length: 100 }), // inferred
    orgCode: text('组织编码', { required: true, search: true, length: 32 }), // inferred
    parentId: ref('上级组织', 'organize', { tree: true, list: false }), // inferred
    fullName: text('组织全称', { search: true, length: 200 }), // inferred
    orgType: dict('组织类型', 'org_type', { numeric: true, required: true, search: true }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode' }), // inferred
    sort: integer('排序', { required: true, default: 0 }), // inferred
    isSealed: flag('封存', { default: 0 }), // inferred
    ancestors: text('祖级', { length: 2000, editable: 'never', list: false }), // inferred
  },
  unique: [['orgCode']],
  order: ['sort', 'orgCode'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
