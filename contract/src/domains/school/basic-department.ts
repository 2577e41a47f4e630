import { defineEntity } from '../../kit/entity.ts'
import { dict, flag, integer, ref, text } from '../../kit/field.ts'

/** 部门：局、教研室、学校和科室；与系统机构无关，不管登录。 */
export const basicDepartment = defineEntity('basicDepartment', {
  title: '部门管理',
  service: 'bigdata-service',
  path: 'basicdepartment',
  fields: {
    deptCode: text('部门代码', { required: true, search: true, length: 32, editable: 'add' }), // inferred
    deptName: text('部门名称', { required: true, search: true, length: 100 }), // inferred
    deptType: dict('部门类型', 'basic_dept_type', { search: true }), // inferred
    parentCode: ref('上级部门', 'basicDepartment', { value: 'deptCode' }), // inferred
    areaCode: dict('县区', 'exam_area', { search: true }), // inferred
    schoolCode: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', search: true }), // inferred
    sort: integer('排序', { default: 0 }), // inferred
    isSealed: flag('封存', { default: 0 }), // inferred
  },
  unique: [['deptCode']],
  order: ['areaCode', 'sort', 'deptCode'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})
