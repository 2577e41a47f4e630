import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, flag, integer, json, text } from '../../kit/field.ts'
import { TREE_NODE } from '../../kit/tree-node.ts'

/** 学校：以统一社会信用代码为身份。 */
export const basicSchool = defineEntity('basicSchool', {
  title: '学校管理',
  service: 'bigdata-service',
  path: 'basicschool',
  fields: {
    schoolCode: text('社会统一信用代码', {
      required: true,
      search: true,
      length: 18,
      check: 'creditCode',
      editable: 'add',
    }),
    schoolName: text('学校名称', { required: true, search: 'name', length: 100 }),
    schoolShortName: text('简称', { length: 30, list: false }), // inferred
    schoolIdentCode: text('学校标识码', { length: 10, list: false }), // inferred
    areaCode: dict('县区', 'exam_area', { required: true, search: true }),
    schoolType: dict('办学类型', 'school_type', { required: true, search: true }), // inferred
    stages: dict('学段', 'stage', { multiple: true }), // inferred
    ownership: dict('公民办', 'ownership', { list: false }), // inferred
    urbanType: dict('城乡', 'urban_type', { list: false }), // inferred
    schoolGroup: dict('类别', 'school_group'), // inferred
    linkMan: text('联系人', { length: 50, list: false }), // inferred
    phone: text('联系电话', { length: 20, list: false, check: 'phone', personal: 'phone' }), // inferred
    address: text('地址', { list: false }), // inferred
    sort: integer('排序', { required: true, default: 0 }), // inferred
    isSealed: flag('封存', { default: 0 }), // inferred
    remark: text('备注', { list: false, length: 500 }), // inferred
  },
  unique: [['schoolCode']],
  importKey: ['schoolCode'],
  order: ['areaCode', 'sort', 'schoolCode'],
  actions: ['listall'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

/** 按信用代码查学校：表单校验用，空对象表示可用。 */
export const schoolByCode = defineCall('basicSchool.detailByCode', {
  method: 'GET',
  path: '/api/bigdata-service/basicschool/detail/:schoolCode',
  title: '按代码查学校',
  access: { permission: 'basicschool_view' },
  input: { schoolCode: text('社会统一信用代码', { required: true, length: 64 }) },
  output: listRowFields(basicSchool),
})

/** 县区 › 学校 两级树，值是学校代码：学校选择器用。 */
export const schoolTree = defineCall('basicSchool.tree', {
  method: 'GET',
  path: '/api/bigdata-service/basicschool/tree',
  title: '学校树',
  access: 'signedIn',
  output: { ...TREE_NODE, hasChildren: json<boolean>('有下级') },
  answer: 'list',
})
