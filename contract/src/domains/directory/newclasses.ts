import { defineEntity } from '../../kit/entity.ts'
import { dict, integer, ref, text } from '../../kit/field.ts'

/** 平台班级：学校 › 学段 › 年级 › 班级的树。班级节点指向班级管理里的班级时，学段、年级、班号随它而定。 */
export const newclasses = defineEntity('newclasses', {
  title: '平台班级',
  service: 'yzl-platform',
  fields: {
    name: text('名称', { required: true, search: true, length: 100 }), // inferred
    code: text('编码', { required: true, search: true, length: 40 }), // inferred
    parentId: ref('上级节点', 'newclasses', { tree: true, list: false }), // inferred
    nodeType: dict('节点类型', 'class_node_type', { numeric: true, required: true, search: true }), // inferred
    schoolCode: ref('学校', 'basicSchool', {
      required: true,
      tree: true,
      value: 'schoolCode',
      search: true,
      editable: 'add',
    }), // inferred
    classCode: ref('对应班级', 'schoolClasses', { value: 'classCode', list: false }), // inferred
    stage: dict('学段', 'stage'), // inferred
    enterYear: integer('入学年份', { min: 1900, max: 2999 }), // inferred
    gradeCode: dict('年级', 'exam_grade'), // inferred
    classNo: integer('班号', { min: 1, max: 99 }), // inferred
    sort: integer('排序', { required: true, default: 0 }), // inferred
    ancestors: text('祖级', { length: 2000, editable: 'never', list: false }), // inferred
  },
  unique: [['code']],
  order: ['sort', 'code'],
  tree: 'parentId',
  actions: ['tree', 'lazy-list'],
  scope: { school: 'schoolCode' },
})
