import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, json, ref, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'
import { OF_CORP, SYNCED } from './unit.ts'

/** Values of `deptType`. */
export const DEPT_TYPE = { plain: 0, class: 1, grade: 2, stage: 3, campus: 4, school: 5 } as const

/** 企业微信部门：学校、校区、学段、年级、班级的树；deptId 是企业微信里的编号，根部门为 1。 */
export const wecomDept = defineEntity('wecomDept', {
  title: '企业微信部门',
  service: 'blade-qyweixin',
  path: 'dept',
  fields: {
    ...OF_CORP,
    deptName: text('部门名称', { required: true, search: true, length: 64 }), // inferred
    deptId: integer('部门编号', {
      min: 1,
      max: 2147483647,
      search: 'equal',
      editable: 'add',
      help: '不填时取下一个编号，根部门为1',
    }), // inferred
    parentId: ref('上级部门', 'wecomDept', { tree: true, list: false }), // inferred
    deptType: dict('部门类型', 'wecom_dept_type', { numeric: true, required: true, search: true, default: 0 }), // inferred
    registerYear: integer('入学年份', { min: 1970, max: 2100, list: false, help: '只用于年级' }), // inferred
    standardGrade: dict('标准年级', 'wecom_standard_grade', { numeric: true, list: false, help: '只用于年级' }), // inferred
    schoolCode: ref('学校', 'basicSchool', {
      tree: true,
      value: 'schoolCode',
      search: true,
      help: '不选时与上级部门相同',
    }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true, editable: 'never' }), // inferred
    classCode: ref('对应班级', 'schoolClasses', { value: 'classCode', list: false }), // inferred
    sort: integer('排序', { min: 0, max: 2147483647, default: 0, help: '大的在前' }), // inferred
    isGraduated: flag('已毕业', { editable: 'never', list: false }), // inferred
    openGroupChat: flag('班级群', { list: false, help: '只用于班级' }), // inferred
    groupChatId: text('班级群编号', { length: 64, editable: 'never', list: false }), // inferred
    ancestors: text('祖级', { length: 2000, editable: 'never', list: false }), // inferred
    ...SYNCED,
  },
  unique: [['corpId', 'deptId']],
  order: ['corpId', '-sort', 'deptId'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
  scope: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
})

/** 下级部门：没有上级时是看得见的最上一级。 */
export const deptLazyTree = defineCall('wecomDept.lazyTree', {
  method: 'GET',
  path: '/api/blade-qyweixin/dept/lazy-tree',
  title: '企业微信下级部门',
  access: { permission: 'wecomdept_view' },
  input: { corpId: text('企业', { length: 64 }), parentId: text('上级部门', { length: 20 }) },
  output: { ...TREE_NODE, hasChildren: json<boolean>('有下级') },
  answer: 'list',
})
