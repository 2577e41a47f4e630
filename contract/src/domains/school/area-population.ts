import { defineCall } from '../../kit/call.ts'
import { defineEntity, listRowFields } from '../../kit/entity.ts'
import { decimal, dict, integer, text } from '../../kit/field.ts'

/** 县区人口基数：每学年每县区一条，是「万人上线率」等指标的分母。 */
export const areaPopulation = defineEntity('areaPopulation', {
  title: '县区人口',
  service: 'bigdata-service',
  path: 'examAreaParam',
  fields: {
    studyYear: integer('学年', { isSchoolYear: true, required: true, search: true, min: 1900, max: 2999 }),
    areaCode: dict('县区', 'exam_area', { search: true }),
    population: decimal('人口基数', { required: true, scale: 2, unit: '万人', min: 0 }),
  },
  unique: [['studyYear', 'areaCode']],
  order: ['-studyYear', 'areaCode'],
  actions: ['update'],
  scope: { area: 'areaCode' },
})

export const getAreaParamList = defineCall('areaPopulation.getAreaParamList', {
  method: 'GET',
  path: '/api/bigdata-service/examAreaParam/getAreaParamList',
  title: '县区参数',
  access: { permission: 'areapopulation_view' },
  input: { areaCode: text('县区', { required: true, length: 12 }) },
  output: listRowFields(areaPopulation),
  answer: 'list',
})
