import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { dict, integer, ref, text } from '../../kit/field.ts'

/** 学生基数：学校某学年的入口人数，是防止「只让好学生参考」的分母。 */
export const studentBaseNum = defineEntity('studentBaseNum', {
  title: '学生基数',
  service: 'bigdata-service',
  path: 'schoolParam',
  fields: {
    studyYear: integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999 }),
    areaCode: dict('县区', 'exam_area', { search: true }),
    schoolCode: ref('学校', 'basicSchool', { required: true, tree: true, value: 'schoolCode', search: true }),
    studentBaseNum: integer('学生基数', { required: true, min: 0 }),
  },
  unique: [['studyYear', 'schoolCode']],
  order: ['-studyYear', 'areaCode', 'schoolCode'],
  actions: ['update'],
  scope: { area: 'areaCode', school: 'schoolCode' },
})

export const getSchoolParamList = defineCall('studentBaseNum.getSchoolParamList', {
  method: 'GET',
  path: '/api/bigdata-service/schoolParam/getSchoolParamList',
  title: '学校参数',
  access: { permission: 'studentbasenum_view' },
  input: { schoolCode: text('学校', { required: true, length: 18 }) },
  output: listRowFields(studentBaseNum),
  answer: 'list',
})
