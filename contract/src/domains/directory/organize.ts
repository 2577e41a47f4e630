import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 组织：省、市、县区、学校、部门的树；ancestors 是从 0 开始的上级主键列表。 */
export const organize = defineEntity('organize', {
  title: '组织',
  service: 'yzl-platform',
  fields: {
    orgName: text('组织名称', { required: true, search: true, length: 100, width: 220 }), // inferred
    orgCode: text('组织编码', { required: true, search: true, length: 32, width: 190 }), // inferred
    parentId: ref('上级组织', 'organize', { tree: true, table: false }), // inferred
    fullName: text('组织全称', { search: true, length: 200 }), // inferred
    orgType: dict('组织类型', 'org_type', { numeric: true, required: true, search: true, width: 100 }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, width: 110 }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', width: 180 }), // inferred
    sort: integer('排序', { required: true, default: 0, width: 80 }), // inferred
    isSealed: flag('封存', { default: 0, width: 80 }), // inferred
    ancestors: text('祖级', { length: 2000, editable: 'never', table: false, form: false }), // inferred
  },
  unique: [['orgCode']],
  order: ['sort', 'orgCode'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
  scope: { area: 'areaCode', school: 'schoolCode' },
  screen: { dialogWidth: 880, copy: false },
})
